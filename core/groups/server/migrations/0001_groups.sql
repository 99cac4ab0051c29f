-- Groups of the records of apps. They sort and filter; they grant nothing.
CREATE TABLE record_group (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app_id       text NOT NULL,
  subject_type text NOT NULL, -- the kind of records: vehicle
  name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  colour       text NOT NULL DEFAULT 'grey' CHECK (colour IN ('grey', 'blue', 'green', 'amber', 'red', 'violet', 'teal', 'pink')),
  parent_id    integer CHECK (parent_id <> id),
  search       text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (id, company_id),
  UNIQUE (id, company_id, app_id, subject_type),
  -- A group is within a group of the same company and kind of records.
  FOREIGN KEY (parent_id, company_id, app_id, subject_type) REFERENCES record_group (id, company_id, app_id, subject_type)
);
CREATE UNIQUE INDEX record_group_name ON record_group (company_id, app_id, subject_type, rasid_fold(name));
CREATE INDEX record_group_by_name ON record_group (company_id, name, id);
CREATE INDEX record_group_parent ON record_group (parent_id);
CREATE INDEX record_group_search ON record_group USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('record_group');
CREATE INDEX record_group_by_age ON record_group (company_id, created_at, id);

CREATE TABLE record_group_member (
  group_id   integer NOT NULL,
  record_id  integer NOT NULL, -- in the table of the app
  company_id integer NOT NULL,
  PRIMARY KEY (group_id, record_id),
  FOREIGN KEY (group_id, company_id) REFERENCES record_group (id, company_id) ON DELETE CASCADE
);
CREATE INDEX record_group_member_record ON record_group_member (company_id, record_id);
SELECT rasid_tenant_table('record_group_member');
SELECT rasid_part_of('record_group_member', 'group_id');

CREATE FUNCTION rasid_leave_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record_group_member m USING record_group g
   WHERE m.company_id = OLD.company_id AND m.record_id = OLD.id
     AND g.id = m.group_id AND g.app_id = TG_ARGV[0] AND g.subject_type = TG_ARGV[1];
  RETURN NULL;
END $$;

-- A record that is deleted leaves its groups.
CREATE FUNCTION rasid_groups(subject regclass, app text, type text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER leave_groups AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION rasid_leave_groups(%L, %L)', subject, app, type);
END $$;

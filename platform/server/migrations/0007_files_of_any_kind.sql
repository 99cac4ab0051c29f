-- The bytes of files lie in pieces, so that none is ever whole in memory, on the way in or out, and a part is read alone.
CREATE TABLE stored_file_piece (
  file_id    integer NOT NULL REFERENCES stored_file ON DELETE CASCADE,
  n          integer NOT NULL,
  company_id integer NOT NULL,
  bytes      bytea   NOT NULL,
  PRIMARY KEY (file_id, n)
);
-- What people upload is packed already.
ALTER TABLE stored_file_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;
SELECT rasid_tenant_table('stored_file_piece', false);
INSERT INTO stored_file_piece (file_id, n, company_id, bytes)
SELECT id, n, company_id, substring(bytes FROM n * 262144 + 1 FOR 262144)
  FROM stored_file, generate_series(0, (length(bytes) - 1) / 262144) n WHERE length(bytes) > 0;

-- Pictures alone have a width and a height. What lies in an object store names its key there.
ALTER TABLE stored_file DROP COLUMN bytes, ALTER COLUMN width DROP NOT NULL, ALTER COLUMN height DROP NOT NULL,
  ADD COLUMN object_key text UNIQUE;

-- What was put into the object store. Written before the object is, and deleted after it: none is forgotten there.
CREATE TABLE stored_object (
  key    text PRIMARY KEY,
  put_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('stored_object');

-- What each company keeps in all, and how many files it has added on the newest day.
CREATE TABLE file_use (
  company_id integer PRIMARY KEY,
  bytes      bigint  NOT NULL,
  day        date    NOT NULL,
  files      integer NOT NULL
);
SELECT rasid_tenant_table('file_use', false);
INSERT INTO file_use (company_id, bytes, day, files)
SELECT company_id, sum(size), current_date, count(*) FILTER (WHERE created_at >= current_date) FROM stored_file GROUP BY company_id;

CREATE FUNCTION rasid_count_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO file_use AS u (company_id, bytes, day, files) VALUES (NEW.company_id, NEW.size, current_date, 1)
    ON CONFLICT (company_id) DO UPDATE SET bytes = u.bytes + excluded.bytes, day = excluded.day,
      files = CASE WHEN u.day = excluded.day THEN u.files ELSE 0 END + 1;
  ELSE
    UPDATE file_use SET bytes = bytes - OLD.size WHERE company_id = OLD.company_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_file AFTER INSERT OR DELETE ON stored_file FOR EACH ROW EXECUTE FUNCTION rasid_count_file();

-- The table of the documents of a kind of record: each is a part of its record, goes with it, and takes its file along.
CREATE FUNCTION rasid_attachments(subject regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := format('%I', subject::text || '_attachment');
BEGIN
  EXECUTE format('CREATE TABLE %s (
    id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject_id integer NOT NULL REFERENCES %s ON DELETE CASCADE,
    company_id integer NOT NULL,
    name       text    NOT NULL,
    file_id    integer NOT NULL,
    user_id    integer DEFAULT rasid_user(),
    impersonated_by integer DEFAULT rasid_impersonated_by())', name, subject);
  EXECUTE format('CREATE INDEX ON %s (subject_id, id)', name);
  EXECUTE format('CREATE INDEX ON %s (file_id)', name);
  PERFORM rasid_tenant_table(name::regclass);
  PERFORM rasid_part_of(name::regclass, 'subject_id');
  PERFORM rasid_owns_file(name::regclass, 'file_id');
END $$;

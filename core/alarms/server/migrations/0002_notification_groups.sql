-- Who is told about which alarms of an app, how, and for which structures.
CREATE TABLE notification_group (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  app_id        text NOT NULL,
  name          text NOT NULL,
  description   text NOT NULL DEFAULT '',
  muted_until   timestamptz,
  notifications jsonb NOT NULL DEFAULT '{}', -- class → method → kinds
  search        text GENERATED ALWAYS AS (rasid_fold(name || ' ' || description)) STORED,
  UNIQUE (company_id, app_id, name),
  UNIQUE (id, company_id)
);
CREATE INDEX notification_group_search ON notification_group USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('notification_group');

CREATE TABLE notification_group_member (
  group_id   integer NOT NULL,
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  company_id integer NOT NULL,
  disabled   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (group_id, user_id),
  FOREIGN KEY (group_id, company_id) REFERENCES notification_group (id, company_id) ON DELETE CASCADE
);
CREATE INDEX notification_group_member_user ON notification_group_member (user_id);
SELECT rasid_tenant_table('notification_group_member');

CREATE TABLE notification_group_resource (
  group_id   integer NOT NULL,
  resource   text NOT NULL CHECK (resource ~ '^(\*|[1-9][0-9]{0,9})$'), -- the id of a structure, or all of them
  company_id integer NOT NULL,
  PRIMARY KEY (group_id, resource),
  FOREIGN KEY (group_id, company_id) REFERENCES notification_group (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('notification_group_resource');

-- Set in the transaction that puts the messages into the outbox: each alarm is told about once, whatever crashes.
ALTER TABLE alarm ADD COLUMN told boolean NOT NULL DEFAULT false;
CREATE INDEX alarm_untold ON alarm (id) WHERE NOT told;

-- What companies publish about their records. The token is stored as it is: it is printed on signs and given to partners, people who
-- manage the record see it again, and it opens nothing but what everybody with the address may read.
CREATE TABLE feed (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app_id       text NOT NULL,
  kind         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   integer NOT NULL,
  token        text NOT NULL UNIQUE,
  revoked_at   timestamptz,
  created_by   integer DEFAULT rasid_user()
);
CREATE UNIQUE INDEX feed_current ON feed (company_id, app_id, kind, subject_type, subject_id) WHERE revoked_at IS NULL;
SELECT rasid_tenant_table('feed');

-- When the daily digest of hits outside is due, and since when its hits were recorded. A company has a row from its first such
-- hit on.
CREATE TABLE rodent_digest (
  company_id integer PRIMARY KEY REFERENCES company ON DELETE CASCADE,
  from_at    timestamptz NOT NULL DEFAULT now(),
  due_at     timestamptz NOT NULL
);
CREATE INDEX rodent_digest_due ON rodent_digest (due_at);
SELECT rasid_tenant_table('rodent_digest', false);

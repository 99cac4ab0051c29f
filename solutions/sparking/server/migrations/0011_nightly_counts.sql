-- The next nightly count of each location that has a time for it.
CREATE TABLE sparking_nightly_count (
  id         integer PRIMARY KEY REFERENCES sparking_location ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  due_at     timestamptz NOT NULL
);
CREATE INDEX sparking_nightly_count_due ON sparking_nightly_count (due_at);
SELECT rasid_tenant_table('sparking_nightly_count', false);
INSERT INTO sparking_nightly_count (id, company_id, due_at)
SELECT id, company_id, (current_date + 1 + quiet_at::time) AT TIME ZONE coalesce(site_zone(id), 'UTC') FROM sparking_location WHERE quiet_at IS NOT NULL;

-- The days whose alarms have been looked for, so that no repeat looks again.
CREATE TABLE swam_daily_run (
  company_id integer NOT NULL REFERENCES company,
  day        date NOT NULL,
  PRIMARY KEY (company_id, day)
);
SELECT rasid_tenant_table('swam_daily_run', false);

-- The settings of an app in a company, as the app declares them; without a row they have their defaults.
CREATE TABLE app_setting (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL,
  app        text    NOT NULL,
  data       jsonb   NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  UNIQUE (company_id, app)
);
SELECT rasid_tenant_table('app_setting');

-- Numbers of records that a company counts by itself, such as JC-2026-000042.
CREATE TABLE company_number (
  company_id integer NOT NULL,
  series     text    NOT NULL,
  year       integer NOT NULL,
  last       integer NOT NULL,
  PRIMARY KEY (company_id, series, year)
);
SELECT rasid_tenant_table('company_number', false);

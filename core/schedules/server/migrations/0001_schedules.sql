-- When something is open: the parts of a week schedule (platform/common/week-schedule.ts).
CREATE TABLE schedule (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  name       text NOT NULL,
  time_zone  text NOT NULL,
  week       jsonb NOT NULL,
  seasons    jsonb NOT NULL DEFAULT '[]',
  holidays   jsonb NOT NULL DEFAULT '[]',
  search     text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (company_id, name),
  UNIQUE (id, company_id)
);
CREATE INDEX schedule_search ON schedule USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('schedule');
CREATE INDEX schedule_created ON schedule (company_id, created_at, id);

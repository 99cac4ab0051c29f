CREATE TABLE geofence (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  name        text NOT NULL,
  description text NOT NULL DEFAULT '',
  shape       jsonb NOT NULL,
  search      text GENERATED ALWAYS AS (rasid_fold(name || ' ' || description)) STORED,
  UNIQUE (company_id, name)
);
CREATE INDEX geofence_search ON geofence USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('geofence');

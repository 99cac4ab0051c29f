-- What a company has chosen for its devices.
CREATE TABLE swam_setting (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL UNIQUE REFERENCES company,
  air_scale  text NOT NULL CHECK (air_scale IN ('us-epa-2024', 'us-epa-2012'))
);
SELECT rasid_tenant_table('swam_setting');

-- What people use at night in a site, to tell a leak from use.
CREATE TABLE swam_water_use (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  structure_id integer NOT NULL UNIQUE REFERENCES structure ON DELETE CASCADE,
  dwellings    integer NOT NULL CHECK (dwellings >= 0),
  per_dwelling double precision NOT NULL CHECK (per_dwelling >= 0),
  watched      boolean NOT NULL
);
CREATE INDEX swam_water_use_company ON swam_water_use (company_id, id);
SELECT rasid_tenant_table('swam_water_use');

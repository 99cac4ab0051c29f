CREATE TABLE fleet_point_of_interest (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  category      text,
  lat           double precision NOT NULL,
  lng           double precision NOT NULL,
  radius        integer NOT NULL DEFAULT 150 CHECK (radius BETWEEN 20 AND 2000), -- metres
  address       text NOT NULL DEFAULT '',
  phone         text,
  opening_hours text NOT NULL DEFAULT '',
  notes         text NOT NULL DEFAULT '',
  -- The circle by which visits are known.
  geofence_id   integer NOT NULL UNIQUE REFERENCES geofence,
  search        text GENERATED ALWAYS AS (rasid_fold(name || ' ' || address || ' ' || coalesce(category, ''))) STORED
);
CREATE INDEX fleet_point_of_interest_by_name ON fleet_point_of_interest (company_id, name, id);
CREATE INDEX fleet_point_of_interest_by_category ON fleet_point_of_interest (company_id, category, id);
CREATE INDEX fleet_point_of_interest_search ON fleet_point_of_interest USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('fleet_point_of_interest');
CREATE INDEX fleet_point_of_interest_by_age ON fleet_point_of_interest (company_id, created_at, id);

-- Geofences are sorted into groups of the app.
SELECT rasid_groups('geofence', 'fleet', 'geofence');

-- Alarms of a tracker name the vehicle that it is fitted to.
SELECT rasid_name_fittings('fleet_vehicle', 'vehicle');

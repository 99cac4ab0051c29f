CREATE TABLE fleet_route (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  corridor    integer NOT NULL DEFAULT 200 CHECK (corridor BETWEEN 50 AND 2000), -- metres to each side
  -- The hours in which it is driven, and how many minutes it may begin late.
  schedule_id integer REFERENCES schedule,
  tolerance   integer NOT NULL DEFAULT 15 CHECK (tolerance BETWEEN 0 AND 120),
  active      boolean NOT NULL DEFAULT true,
  metres      integer NOT NULL,
  seconds     integer NOT NULL, -- of driving
  engine      text NOT NULL CHECK (engine IN ('osrm', 'straight')),
  search      text GENERATED ALWAYS AS (rasid_fold(name)) STORED
);
CREATE INDEX fleet_route_by_name ON fleet_route (company_id, name, id);
CREATE INDEX fleet_route_by_metres ON fleet_route (company_id, metres, id);
CREATE INDEX fleet_route_by_seconds ON fleet_route (company_id, seconds, id);
CREATE INDEX fleet_route_by_active ON fleet_route (company_id, active, id);
CREATE INDEX fleet_route_schedule ON fleet_route (schedule_id);
CREATE INDEX fleet_route_search ON fleet_route USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('fleet_route');
CREATE INDEX fleet_route_by_age ON fleet_route (company_id, created_at, id);

CREATE TABLE fleet_route_stop (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer NOT NULL REFERENCES company,
  route_id        integer NOT NULL REFERENCES fleet_route ON DELETE CASCADE,
  seq             integer NOT NULL,
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  lat             double precision NOT NULL,
  lng             double precision NOT NULL,
  point_id        integer REFERENCES fleet_point_of_interest,
  window_from     text, -- HH:mm, by the clocks of the place
  window_to       text,
  service_minutes integer NOT NULL DEFAULT 0 CHECK (service_minutes BETWEEN 0 AND 480),
  -- From the stop before; 0 at the first one.
  metres          integer NOT NULL DEFAULT 0,
  seconds         integer NOT NULL DEFAULT 0,
  UNIQUE (route_id, seq),
  CHECK ((window_from IS NULL) = (window_to IS NULL))
);
CREATE INDEX fleet_route_stop_point ON fleet_route_stop (point_id);
SELECT rasid_tenant_table('fleet_route_stop');
SELECT rasid_part_of('fleet_route_stop', 'route_id');

CREATE TABLE fleet_route_vehicle (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  route_id   integer NOT NULL REFERENCES fleet_route ON DELETE CASCADE,
  vehicle_id integer NOT NULL REFERENCES fleet_vehicle ON DELETE CASCADE,
  UNIQUE (route_id, vehicle_id)
);
CREATE INDEX fleet_route_vehicle_vehicle ON fleet_route_vehicle (vehicle_id);
SELECT rasid_tenant_table('fleet_route_vehicle');
SELECT rasid_part_of('fleet_route_vehicle', 'route_id');

-- The line that is drawn follows from the stops, so its thousands of points are in no history.
CREATE TABLE fleet_route_line (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  route_id   integer NOT NULL UNIQUE REFERENCES fleet_route ON DELETE CASCADE,
  points     jsonb NOT NULL -- [[lat, lng], …]
);
SELECT rasid_tenant_table('fleet_route_line', logged => false);

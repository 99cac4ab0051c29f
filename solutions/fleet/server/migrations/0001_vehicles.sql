CREATE TABLE fleet_vehicle (
  id                   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id           integer NOT NULL REFERENCES company,
  -- The site by which people see the vehicle.
  structure_id         integer NOT NULL REFERENCES structure,
  name                 text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- {country, emirate, category, number}, and in `key` what all spellings of the plate have in common.
  plate                jsonb NOT NULL CHECK (plate ? 'key'),
  vin                  text CHECK (length(vin) = 17),
  type                 text NOT NULL CHECK (type IN ('car', 'van', 'pickup', 'truck', 'bus', 'motorcycle', 'equipment', 'trailer')),
  make                 text,
  model                text,
  year                 integer,
  propulsion           text NOT NULL CHECK (propulsion IN ('petrol', 'diesel', 'electric', 'hybrid', 'cng')),
  tank_litres          integer,
  battery_kwh          integer,
  speed_limit          integer, -- km/h
  registration_no      text,
  registration_expires date,
  insurer              text,
  policy_no            text,
  insurance_expires    date,
  permits              jsonb NOT NULL DEFAULT '[]', -- [{kind, number, expires}]
  -- The last day on which all of these papers are valid; null if none has an end.
  papers_until         date,
  state                text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'retired')),
  search               text GENERATED ALWAYS AS (
    rasid_fold(name || ' ' || coalesce(plate ->> 'category' || ' ', '') || (plate ->> 'number') || ' ' || (plate ->> 'key') || ' ' || coalesce(vin, ''))) STORED,
  UNIQUE (company_id, vin)
);
CREATE UNIQUE INDEX fleet_vehicle_plate ON fleet_vehicle (company_id, (plate ->> 'key'));
CREATE INDEX fleet_vehicle_by_name ON fleet_vehicle (company_id, name, id);
CREATE INDEX fleet_vehicle_by_papers ON fleet_vehicle (company_id, papers_until, id);
CREATE INDEX fleet_vehicle_structure ON fleet_vehicle (structure_id);
CREATE INDEX fleet_vehicle_search ON fleet_vehicle USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('fleet_vehicle');
CREATE INDEX fleet_vehicle_by_age ON fleet_vehicle (company_id, created_at, id);
SELECT rasid_steps('fleet_vehicle');
-- The table fleet_vehicle_attachment: papers and photos.
SELECT rasid_attachments('fleet_vehicle');
SELECT rasid_groups('fleet_vehicle', 'fleet', 'vehicle');

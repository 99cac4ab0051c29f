CREATE TABLE fleet_driver (
  id                  integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id          integer NOT NULL REFERENCES company,
  -- The site by which people see the driver.
  structure_id        integer NOT NULL REFERENCES structure,
  name                text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  phone               text,
  employee_no         text,
  licence_no          text,
  licence_categories  text,
  licence_expires     date,
  emirates_id         text CHECK (emirates_id ~ '^784-\d{4}-\d{7}-\d$'),
  emirates_id_expires date,
  -- The last day on which both are valid; null if neither has an end.
  papers_until        date GENERATED ALWAYS AS (least(licence_expires, emirates_id_expires)) STORED,
  state               text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'leave', 'blocked')),
  notes               text NOT NULL DEFAULT '',
  search              text GENERATED ALWAYS AS (rasid_fold(name || ' ' || coalesce(employee_no, '') || ' ' || coalesce(phone, ''))) STORED,
  UNIQUE (company_id, employee_no),
  UNIQUE (company_id, emirates_id)
);
CREATE INDEX fleet_driver_by_name ON fleet_driver (company_id, name, id);
CREATE INDEX fleet_driver_by_papers ON fleet_driver (company_id, papers_until, id);
CREATE INDEX fleet_driver_structure ON fleet_driver (structure_id);
CREATE INDEX fleet_driver_search ON fleet_driver USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('fleet_driver');
CREATE INDEX fleet_driver_by_age ON fleet_driver (company_id, created_at, id);

-- Who drives it unless somebody else is known to.
ALTER TABLE fleet_vehicle ADD COLUMN usual_driver_id integer REFERENCES fleet_driver ON DELETE SET NULL;
CREATE INDEX fleet_vehicle_driver ON fleet_vehicle (usual_driver_id);

CREATE TABLE fleet_job_card (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer NOT NULL REFERENCES company,
  -- The site by which people see the job.
  structure_id   integer NOT NULL REFERENCES structure,
  number         text NOT NULL, -- JC-2026-000042
  title          text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  type           text NOT NULL DEFAULT 'delivery' CHECK (type IN ('delivery', 'pickup', 'service', 'transport', 'inspection', 'maintenance', 'other')),
  priority       text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  description    text NOT NULL DEFAULT '',
  customer_name  text,
  customer_phone text,
  vehicle_id     integer REFERENCES fleet_vehicle,
  driver_id      integer REFERENCES fleet_driver ON DELETE SET NULL,
  planned_from   timestamptz,
  planned_to     timestamptz CHECK (planned_to > planned_from),
  state          text NOT NULL DEFAULT 'draft'
                 CHECK (state IN ('draft', 'assigned', 'accepted', 'in-progress', 'on-hold', 'completed', 'failed', 'cancelled')),
  version        integer NOT NULL DEFAULT 1,
  started_at     timestamptz,
  ended_at       timestamptz,
  search         text GENERATED ALWAYS AS (rasid_fold(number || ' ' || title || ' ' || coalesce(customer_name, ''))) STORED,
  UNIQUE (company_id, number)
);
CREATE INDEX fleet_job_card_by_plan ON fleet_job_card (company_id, planned_from, id);
CREATE INDEX fleet_job_card_state ON fleet_job_card (company_id, state, id);
CREATE INDEX fleet_job_card_vehicle ON fleet_job_card (vehicle_id, id);
CREATE INDEX fleet_job_card_driver ON fleet_job_card (driver_id, id);
CREATE INDEX fleet_job_card_structure ON fleet_job_card (structure_id);
CREATE INDEX fleet_job_card_search ON fleet_job_card USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('fleet_job_card');
CREATE INDEX fleet_job_card_by_age ON fleet_job_card (company_id, created_at, id);
SELECT rasid_steps('fleet_job_card');

CREATE TABLE fleet_job_stop (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  job_id      integer NOT NULL REFERENCES fleet_job_card ON DELETE CASCADE,
  seq         integer NOT NULL,
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  address     text NOT NULL DEFAULT '',
  lat         double precision,
  lng         double precision,
  point_id    integer REFERENCES fleet_point_of_interest ON DELETE SET NULL,
  window_from timestamptz,
  window_to   timestamptz,
  state       text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'arrived', 'done', 'failed', 'skipped')),
  arrived_at  timestamptz,
  done_at     timestamptz,
  reason      text,
  UNIQUE (job_id, seq)
);
CREATE INDEX fleet_job_stop_point ON fleet_job_stop (point_id);
SELECT rasid_tenant_table('fleet_job_stop');
SELECT rasid_part_of('fleet_job_stop', 'job_id');

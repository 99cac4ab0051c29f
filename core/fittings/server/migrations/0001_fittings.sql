-- In no span of time is a device fitted to two things, and none of these has two main devices.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE fitting (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app_id       text NOT NULL,
  device_id    integer NOT NULL REFERENCES device ON DELETE CASCADE,
  subject_type text NOT NULL, -- one of the carriers of the app: vehicle
  subject_id   integer NOT NULL,
  -- The site of the subject, by which people see the fitting.
  structure_id integer REFERENCES structure ON DELETE SET NULL,
  main         boolean NOT NULL,
  from_at      timestamptz NOT NULL,
  to_at        timestamptz,
  why          text NOT NULL DEFAULT '',
  end_why      text NOT NULL DEFAULT '',
  by_id        integer DEFAULT rasid_user(),
  ended_by     integer,
  CHECK (to_at > from_at),
  CONSTRAINT fitting_of_device EXCLUDE USING gist (device_id WITH =, tstzrange(from_at, to_at, '[)') WITH &&),
  CONSTRAINT fitting_of_subject EXCLUDE USING gist
    (company_id WITH =, subject_type WITH =, subject_id WITH =, tstzrange(from_at, to_at, '[)') WITH &&) WHERE (main)
);
CREATE INDEX fitting_begun ON fitting (company_id, from_at, id);
CREATE INDEX fitting_ended ON fitting (company_id, to_at, id);
CREATE INDEX fitting_subject ON fitting (company_id, subject_type, subject_id, from_at);
CREATE INDEX fitting_device ON fitting (device_id, from_at);
CREATE INDEX fitting_structure ON fitting (structure_id);
SELECT rasid_tenant_table('fitting');

-- How a cold room is judged; one without a row stores at 2 to 8 °C.
CREATE TABLE cold_setting (
  id                integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id        integer NOT NULL REFERENCES company,
  device_id         integer NOT NULL UNIQUE REFERENCES device ON DELETE CASCADE,
  product_class     text NOT NULL,
  low               double precision NOT NULL,
  high              double precision NOT NULL CHECK (high > low),
  allowance_minutes integer NOT NULL CHECK (allowance_minutes >= 0),
  recovery_minutes  integer NOT NULL CHECK (recovery_minutes > 0),
  delta_h           double precision NOT NULL CHECK (delta_h > 0)
);
CREATE INDEX cold_setting_company ON cold_setting (company_id, id);
SELECT rasid_tenant_table('cold_setting');

CREATE TABLE cold_calibration (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer NOT NULL REFERENCES company,
  device_id      integer NOT NULL REFERENCES device ON DELETE CASCADE,
  certificate    text NOT NULL,
  laboratory     text NOT NULL,
  done_on        date NOT NULL,
  due_on         date NOT NULL,
  accuracy_class smallint NOT NULL CHECK (accuracy_class IN (1, 2)),
  points         jsonb NOT NULL,
  UNIQUE (device_id, done_on)
);
CREATE INDEX cold_calibration_company ON cold_calibration (company_id, id);
SELECT rasid_tenant_table('cold_calibration');

-- A time out of range. What people say of it stays when late readings change its facts.
CREATE TABLE cold_excursion (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer NOT NULL REFERENCES company,
  device_id      integer NOT NULL REFERENCES device ON DELETE CASCADE,
  started_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  known_until    timestamptz NOT NULL,
  peak           double precision NOT NULL,
  degree_minutes double precision NOT NULL,
  severity       text CHECK (severity IN ('poor', 'problem')),
  cause          text,
  measure        text,
  explained_by   integer REFERENCES users ON DELETE SET NULL,
  explained_at   timestamptz,
  UNIQUE (device_id, started_at)
);
CREATE INDEX cold_excursion_company ON cold_excursion (company_id, id);
SELECT rasid_tenant_table('cold_excursion', false);

-- Until when the samples of a cold room have been judged.
CREATE TABLE cold_progress (
  device_id    integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  judged_until timestamptz NOT NULL
);
SELECT rasid_system_table('cold_progress');

-- A report that was handed out. Its code on paper recomputes the hash of the readings that it was made of.
CREATE TABLE cold_report (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  code       uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  from_at    timestamptz NOT NULL,
  to_at      timestamptz NOT NULL,
  samples    integer NOT NULL,
  hash       text NOT NULL,
  made_by    integer REFERENCES users ON DELETE SET NULL
);
CREATE INDEX cold_report_company ON cold_report (company_id, id);
SELECT rasid_tenant_table('cold_report', false);

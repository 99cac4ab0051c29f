-- The states of sensors that have ended. `time` is the start, by the clock of the device. They are made from readings and
-- corrections, and rebuilt where late readings contradict them.
CREATE TABLE state_interval (
  device_id integer          NOT NULL,
  sensor_id integer          NOT NULL,
  channel   text             NOT NULL, -- '' for the device itself
  time      timestamptz      NOT NULL,
  ended_at  timestamptz      NOT NULL CHECK (ended_at > time),
  value     double precision, -- null: unknown
  quality   text             NOT NULL CHECK (quality IN ('measured', 'bounded', 'corrected')),
  PRIMARY KEY (device_id, sensor_id, channel, time)
) PARTITION BY RANGE (time);
ALTER TABLE state_interval ENABLE ROW LEVEL SECURITY;
ALTER TABLE state_interval FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON state_interval TO rasid_all USING (true);
GRANT SELECT, INSERT, DELETE ON state_interval TO rasid_all;
CREATE TABLE state_interval_other PARTITION OF state_interval DEFAULT;

-- The state of each sensor now, one row each, and what decides how it goes on.
CREATE TABLE state_current (
  id          bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id   integer          NOT NULL REFERENCES device ON DELETE CASCADE,
  sensor_id   integer          NOT NULL,
  channel     text             NOT NULL,
  value       double precision, -- null: unknown
  since       timestamptz      NOT NULL,
  quality     text             NOT NULL CHECK (quality IN ('measured', 'bounded', 'corrected')),
  last_at     timestamptz,      -- of the newest report
  reported        double precision, -- by it
  silent      boolean          NOT NULL, -- it was too long ago
  changing_since   timestamptz, -- a change that is not confirmed yet
  changing_quality text        CHECK (changing_quality IN ('measured', 'bounded')),
  advanced_at timestamptz,      -- until when the passing of time has been taken into account
  due_at      timestamptz,      -- when to look again: not after the state changes by itself
  made        boolean          NOT NULL DEFAULT false, -- from the readings that were stored before
  UNIQUE (device_id, sensor_id, channel),
  CHECK ((changing_since IS NULL) = (changing_quality IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX state_current_due ON state_current (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE state_current ENABLE ROW LEVEL SECURITY;
ALTER TABLE state_current FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON state_current TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON state_current TO rasid_all;

-- What people said of a state. It holds until the sensor reports a change.
CREATE TABLE state_correction (
  id         integer          GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer          NOT NULL REFERENCES company,
  device_id  integer          NOT NULL REFERENCES device ON DELETE CASCADE,
  sensor_id  integer          NOT NULL,
  channel    text             NOT NULL,
  time       timestamptz      NOT NULL,
  value      double precision, -- null: unknown
  reason     text             NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  user_id    integer          NOT NULL
);
CREATE UNIQUE INDEX state_correction_time ON state_correction (device_id, sensor_id, channel, time);
SELECT rasid_tenant_table('state_correction', false);
CREATE TRIGGER change_log AFTER INSERT OR DELETE ON state_correction FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

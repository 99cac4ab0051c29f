-- What happened at a device, such as an opening. An event of the same device and key is stored once. Only this slice
-- reads it, for devices that the caller may see: hence no company here, and no right for rasid_app.
CREATE SEQUENCE device_event_id;
GRANT USAGE ON SEQUENCE device_event_id TO rasid_all;
CREATE TABLE device_event (
  id          bigint      NOT NULL DEFAULT nextval('device_event_id'),
  device_id   integer     NOT NULL,
  time        timestamptz NOT NULL,
  -- The id that the device gave it, else a hash of its content.
  key         text        NOT NULL,
  kind        text        NOT NULL,
  data        jsonb       NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, time, key)
) PARTITION BY RANGE (time);
ALTER TABLE device_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_event FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_event TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON device_event TO rasid_all;
CREATE INDEX device_event_row ON device_event (id);
CREATE INDEX device_event_key ON device_event (device_id, key);
CREATE TABLE device_event_other PARTITION OF device_event DEFAULT;
SELECT rasid_weekly_partition('device_event', now() + n * interval '7 days') FROM generate_series(-5, 2) n;

-- The weeks of readings are made and dropped as those of all tables.
DROP FUNCTION rasid_reading_partition(timestamptz);
DROP FUNCTION rasid_drop_readings(timestamptz);

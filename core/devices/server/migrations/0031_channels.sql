-- The newest value of each sensor of each channel of a device, such as the bays of a controller. `time` is that of the
-- device, which may be some minutes ahead.
CREATE TABLE device_channel (
  device_id integer          NOT NULL REFERENCES device ON DELETE CASCADE,
  channel   text             NOT NULL CHECK (channel ~ '^[A-Za-z0-9._-]{1,64}$'),
  sensor_id integer          NOT NULL,
  time      timestamptz      NOT NULL,
  value     double precision,
  word      text,
  PRIMARY KEY (device_id, channel, sensor_id)
) WITH (fillfactor = 70);
ALTER TABLE device_channel ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_channel FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_channel TO rasid_all USING (true);
CREATE POLICY by_device ON device_channel FOR SELECT TO rasid_app USING (EXISTS (SELECT FROM device d WHERE d.id = device_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON device_channel TO rasid_all;
GRANT SELECT ON device_channel TO rasid_app;

-- Messages with more channels are refused when they are read; this also holds if several processes read at once.
CREATE FUNCTION rasid_limit_channels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM device_channel WHERE device_id IN (SELECT device_id FROM added)
              GROUP BY device_id HAVING count(DISTINCT channel) > 256) THEN
    RAISE EXCEPTION 'a device has more than 256 channels' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER limit_channels AFTER INSERT ON device_channel REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION rasid_limit_channels();

-- A command that was sent and whose result was never reported is neither failed nor expired: its outcome is unknown.
ALTER TABLE device_command DROP CONSTRAINT device_command_state_check,
  ADD CHECK (state IN ('queued', 'sent', 'delivered', 'confirmed', 'failed', 'expired', 'unknown')),
  -- It is written to the device at most once: a repeat after a lost connection could act when nobody expects it any more.
  ADD COLUMN once boolean NOT NULL DEFAULT false,
  -- A command to a device that must be present expires if it has not been sent by then.
  ADD COLUMN send_by timestamptz;

-- The commands that a report can still settle.
DROP INDEX device_command_expected;
CREATE INDEX device_command_expected ON device_command (device_id) WHERE expected IS NOT NULL AND (state IN ('sent', 'delivered', 'unknown') OR unfollowed);
-- The commands around the time of a reading.
CREATE INDEX device_command_sent ON device_command (device_id, sent_at) WHERE expected IS NOT NULL AND sent_at IS NOT NULL;

-- The gateways that run, and the devices that are connected to them and listen for commands.
CREATE TABLE gateway_process (
  id      uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE device_listener (
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  gateway_id uuid    NOT NULL REFERENCES gateway_process ON DELETE CASCADE,
  PRIMARY KEY (device_id, gateway_id)
);
CREATE INDEX device_listener_gateway ON device_listener (gateway_id);
SELECT rasid_system_table('gateway_process');
SELECT rasid_system_table('device_listener');
CREATE POLICY running ON gateway_process FOR SELECT TO rasid_app USING (true);
CREATE POLICY by_device ON device_listener FOR SELECT TO rasid_app USING (EXISTS (SELECT FROM device d WHERE d.id = device_id));
GRANT SELECT ON gateway_process, device_listener TO rasid_app;

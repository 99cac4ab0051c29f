-- The key of the refusal for which a command waits; null if it may be sent.
ALTER TABLE device_command ADD COLUMN waits_for text;
CREATE INDEX device_command_waiting ON device_command (id) WHERE state = 'queued' AND waits_for IS NOT NULL;

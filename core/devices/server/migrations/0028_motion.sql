-- The last known motion of a device, and when it was measured. How soon it has to report again depends on it.
ALTER TABLE device_state ADD COLUMN moving boolean, ADD COLUMN moving_at timestamptz;

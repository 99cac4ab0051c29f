-- Secret parameters of a command, for the device alone, and whether it overtakes the others that wait.
ALTER TABLE device_command ADD COLUMN sealed bytea, ADD COLUMN first boolean NOT NULL DEFAULT false;

-- Wrong claim keys are counted by the person who enters them, no longer by device.
ALTER TABLE device_claim DROP COLUMN failures, DROP COLUMN failed_since;

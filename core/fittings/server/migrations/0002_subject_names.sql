-- The name of the record, for alarms of the device: these tell what the device was fitted to when they began.
ALTER TABLE fitting ADD COLUMN subject_name text NOT NULL DEFAULT '';

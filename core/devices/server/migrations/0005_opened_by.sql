ALTER TABLE device_log ADD COLUMN opened_by integer DEFAULT rasid_opened_by();
ALTER TABLE device_command ADD COLUMN opened_by integer DEFAULT rasid_opened_by();

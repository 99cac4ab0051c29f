ALTER TABLE device_log RENAME COLUMN opened_by TO impersonated_by;
ALTER TABLE device_log ALTER COLUMN impersonated_by SET DEFAULT rasid_impersonated_by();
ALTER TABLE device_command RENAME COLUMN opened_by TO impersonated_by;
ALTER TABLE device_command ALTER COLUMN impersonated_by SET DEFAULT rasid_impersonated_by();

ALTER TABLE alarm_event RENAME COLUMN opened_by TO impersonated_by;
ALTER TABLE alarm_event ALTER COLUMN impersonated_by SET DEFAULT rasid_impersonated_by();

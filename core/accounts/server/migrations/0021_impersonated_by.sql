ALTER TABLE session RENAME COLUMN opened_by TO impersonated_by;
ALTER TABLE access_log RENAME COLUMN opened_by TO impersonated_by;
ALTER TABLE access_log ALTER COLUMN impersonated_by SET DEFAULT rasid_impersonated_by();

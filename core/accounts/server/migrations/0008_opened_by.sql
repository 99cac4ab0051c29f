ALTER TABLE access_log ADD COLUMN opened_by integer DEFAULT rasid_opened_by();

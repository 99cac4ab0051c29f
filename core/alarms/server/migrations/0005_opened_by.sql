ALTER TABLE alarm_event ADD COLUMN opened_by integer DEFAULT rasid_opened_by();

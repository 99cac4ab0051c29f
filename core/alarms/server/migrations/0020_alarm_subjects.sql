-- An alarm may be about anything that an app keeps: a space, a vehicle, a job. Classes are the apps' own.
ALTER TABLE alarm DROP CONSTRAINT alarm_class_check;
ALTER TABLE alarm_rule DROP CONSTRAINT alarm_rule_class_check;
ALTER TABLE alarm ALTER COLUMN device_id DROP NOT NULL, ALTER COLUMN solution_id DROP NOT NULL;
ALTER TABLE alarm ADD COLUMN subject_type text, ADD COLUMN subject_id integer, ADD COLUMN subject_name text;
ALTER TABLE alarm ADD CONSTRAINT alarm_subject CHECK (
  (device_id IS NOT NULL AND solution_id IS NOT NULL AND subject_type IS NULL AND subject_id IS NULL AND subject_name IS NULL)
  OR (device_id IS NULL AND subject_type IS NOT NULL AND subject_id IS NOT NULL AND subject_name IS NOT NULL));
-- One open alarm for each subject and kind, as for devices.
CREATE UNIQUE INDEX alarm_open_subject ON alarm (company_id, app, subject_type, subject_id, kind) WHERE device_id IS NULL AND disposition IN ('open', 'escalated');
CREATE INDEX alarm_subject ON alarm (subject_type, subject_id, id) WHERE device_id IS NULL;

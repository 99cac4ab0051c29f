-- When a job is next checked for alarms; null if no time matters any more.
ALTER TABLE fleet_job_card ADD COLUMN alarms_due_at timestamptz;
UPDATE fleet_job_card SET alarms_due_at = now() WHERE state IN ('draft', 'assigned', 'accepted', 'in-progress', 'on-hold', 'failed');
CREATE INDEX fleet_job_card_alarms_due ON fleet_job_card (alarms_due_at) WHERE alarms_due_at IS NOT NULL;

-- Each change of a job or of its stops counts its version up; steps change the state.
CREATE TRIGGER alarms_begin BEFORE INSERT ON fleet_job_card FOR EACH ROW EXECUTE FUNCTION fleet_alarms_due();
CREATE TRIGGER alarms_change BEFORE UPDATE OF version, state ON fleet_job_card FOR EACH ROW EXECUTE FUNCTION fleet_alarms_due();

-- When the papers of a vehicle and the licence of a driver are next checked for alarms; null if no day matters any more.
ALTER TABLE fleet_vehicle ADD COLUMN alarms_due_at timestamptz;
ALTER TABLE fleet_driver ADD COLUMN alarms_due_at timestamptz;
UPDATE fleet_vehicle SET alarms_due_at = now() WHERE papers_until IS NOT NULL AND state <> 'retired';
UPDATE fleet_driver SET alarms_due_at = now() WHERE licence_expires IS NOT NULL;
CREATE INDEX fleet_vehicle_alarms_due ON fleet_vehicle (alarms_due_at) WHERE alarms_due_at IS NOT NULL;
CREATE INDEX fleet_driver_alarms_due ON fleet_driver (alarms_due_at) WHERE alarms_due_at IS NOT NULL;

-- In the database, so that no import or form can forget it.
CREATE FUNCTION fleet_alarms_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.alarms_due_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER alarms_begin BEFORE INSERT ON fleet_vehicle
  FOR EACH ROW WHEN (NEW.papers_until IS NOT NULL) EXECUTE FUNCTION fleet_alarms_due();
CREATE TRIGGER alarms_change BEFORE UPDATE OF papers_until, state, structure_id ON fleet_vehicle
  FOR EACH ROW WHEN ((OLD.papers_until, OLD.state, OLD.structure_id) IS DISTINCT FROM (NEW.papers_until, NEW.state, NEW.structure_id))
  EXECUTE FUNCTION fleet_alarms_due();
CREATE TRIGGER alarms_begin BEFORE INSERT ON fleet_driver
  FOR EACH ROW WHEN (NEW.licence_expires IS NOT NULL) EXECUTE FUNCTION fleet_alarms_due();
CREATE TRIGGER alarms_change BEFORE UPDATE OF licence_expires, structure_id ON fleet_driver
  FOR EACH ROW WHEN ((OLD.licence_expires, OLD.structure_id) IS DISTINCT FROM (NEW.licence_expires, NEW.structure_id))
  EXECUTE FUNCTION fleet_alarms_due();

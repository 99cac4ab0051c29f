-- What panels report is no change by a person, and their log has it: only what people enter belongs in the change log.
DROP TRIGGER change_log ON defcon_panel;
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF company_id, transport, service, group_mode, grade, entry_delay, exit_delay, police_response,
  permit_no, permit_expires_on, test_until, test_scope, category, test_every_hours
  ON defcon_panel FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
DROP TRIGGER change_log ON defcon_group;
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF company_id, panel_id, number, name, modes, grace_minutes, schedule_id
  ON defcon_group FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
DROP TRIGGER change_log ON defcon_zone;
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF company_id, panel_id, number, name, groups, detector, reaction, bypassable, confirm_unit, space_id, device_id
  ON defcon_zone FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- Without an index of a column that every message changes, and with space left in their pages, rows are updated in place.
DROP INDEX defcon_zone_changed;
ALTER TABLE defcon_zone SET (fillfactor = 70);
ALTER TABLE defcon_group SET (fillfactor = 70);
ALTER TABLE defcon_panel SET (fillfactor = 70);

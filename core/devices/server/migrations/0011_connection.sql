-- One word for the connection, stored when it changes so that lists filter by it on an index. A device of a model that
-- sleeps between its messages is never online.
ALTER TABLE device_hardware ADD COLUMN connectivity text NOT NULL DEFAULT 'session' CHECK (connectivity IN ('session', 'interval', 'touch'));
ALTER TABLE device ADD COLUMN connection text NOT NULL DEFAULT 'offline' CHECK (connection IN ('online', 'sleeping', 'offline'));
SET LOCAL ROLE rasid_all;
UPDATE device SET connection = 'online' WHERE online;
RESET ROLE;
ALTER TABLE device DROP COLUMN online;
CREATE INDEX device_by_connection ON device (company_id, app, connection, id);
CREATE INDEX device_by_structure ON device (structure_id, app, solution_id, connection);

-- The platform refuses the connection of a suspended device.
ALTER TABLE device RENAME COLUMN blocked TO suspended;
ALTER TABLE device ADD COLUMN suspended_reason text;
-- When its secret was made; without one it cannot connect.
ALTER TABLE device ADD COLUMN secret_at timestamptz;
SET LOCAL ROLE rasid_all;
UPDATE device d SET secret_at = c.created_at FROM device_credential c WHERE c.device_id = d.id;
RESET ROLE;
DROP TRIGGER change_log_update ON device;
CREATE TRIGGER change_log_update AFTER UPDATE OF company_id, name, serial, structure_id, floor_id, space_id, state, suspended, suspended_reason,
  activation_at, expiration_at, token_blocked ON device FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

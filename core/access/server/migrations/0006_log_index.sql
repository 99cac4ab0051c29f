-- Lists and analyses of a company or of a lock read its lines from these indexes alone, without the rows themselves.
CREATE INDEX lock_log_lines ON lock_log (company_id, time, id)
  INCLUDE (app, device_id, structure_id, action, result, reason, method, user_id, holder_id, grant_id);
DROP INDEX lock_log_list;
CREATE INDEX lock_log_lock ON lock_log (device_id, time, id) INCLUDE (company_id, app, action, result, method);
DROP INDEX lock_log_device;
-- Refusals are few among the openings.
CREATE INDEX lock_log_denied ON lock_log (company_id, time) INCLUDE (app, device_id, structure_id, reason) WHERE result = 'denied';

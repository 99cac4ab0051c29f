-- Devices that were removed before their alarms were closed with them left these open for ever.
SET LOCAL ROLE rasid_all;
WITH closed AS (
  UPDATE alarm SET disposition = 'terminated', closed_at = now()
   WHERE disposition IN ('open', 'escalated') AND device_is_removed(device_id)
  RETURNING id, company_id)
INSERT INTO alarm_event (alarm_id, company_id, action, data)
SELECT id, company_id, 'terminated', jsonb_build_object('reason', 'device-removed') FROM closed;
RESET ROLE;

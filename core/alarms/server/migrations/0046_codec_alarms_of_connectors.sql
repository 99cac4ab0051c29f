-- A suspended codec is an alarm about its connector, and none about a device any more.
WITH ended AS (
  UPDATE alarm SET disposition = 'terminated', closed_at = now()
   WHERE kind = 'codec-failing' AND device_id IS NOT NULL AND disposition IN ('open', 'escalated') RETURNING id, company_id)
INSERT INTO alarm_event (alarm_id, company_id, action, data) SELECT id, company_id, 'terminated', '{}' FROM ended;

UPDATE notification_group g SET notifications = (
  SELECT jsonb_object_agg(c.class, (SELECT coalesce(jsonb_object_agg(m.method, m.kinds - 'codec-failing'), '{}') FROM jsonb_each(c.methods) AS m (method, kinds)))
    FROM jsonb_each(g.notifications) AS c (class, methods))
 WHERE g.notifications::text LIKE '%"codec-failing"%';

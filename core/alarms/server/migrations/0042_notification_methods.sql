-- The methods in-app, push and webhook. The history of a group shows url, enabled, rotated_at and switched_off_at of
-- its row in notification_group_webhook.
SELECT rasid_webhooks('notification_group');

ALTER TABLE notification_group_member DROP CONSTRAINT notification_group_member_muted_methods_check,
  ADD CHECK (muted_methods <@ ARRAY['email', 'sms', 'in-app', 'push']);

-- A webhook belongs to a group, all other methods to a person. The rows of a message in the app are read together.
ALTER TABLE alarm_notification ALTER COLUMN user_id DROP NOT NULL, ADD COLUMN read_at timestamptz,
  ADD CHECK ((user_id IS NULL) = (method = 'webhook'));
CREATE INDEX alarm_notification_in_app ON alarm_notification (user_id, id) WHERE method = 'in-app' AND state = 'sent';
CREATE INDEX alarm_notification_unread ON alarm_notification (user_id) WHERE method = 'in-app' AND state = 'sent' AND read_at IS NULL;

-- Who is notified of an alarm: each person once for each method, by the group that is most likely to notify them at
-- once, and the webhook of each group.
CREATE FUNCTION alarm_recipients(a alarm) RETURNS TABLE (group_id integer, user_id integer, method text) LANGUAGE sql STABLE AS $$
  (SELECT DISTINCT ON (m.user_id, n.method) g.id, m.user_id, n.method
     FROM notification_group g
    CROSS JOIN LATERAL alarm_methods(g.notifications, a.class, a.kind) AS n (method)
     JOIN notification_group_member m ON m.group_id = g.id
    WHERE g.company_id = a.company_id AND g.app_id = a.app AND n.method <> 'webhook'
      AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', a.structure_id::text))
    ORDER BY m.user_id, n.method, coalesce(g.muted_until > now(), false), m.disabled, n.method = ANY (m.muted_methods),
             coalesce(a.severity < (g.lowest ->> n.method)::alarm_severity, false), g.quiet IS NOT NULL, g.id)
  UNION ALL
  SELECT g.id, NULL, n.method
    FROM notification_group g
   CROSS JOIN LATERAL alarm_methods(g.notifications, a.class, a.kind) AS n (method)
   WHERE g.company_id = a.company_id AND g.app_id = a.app AND n.method = 'webhook'
     AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', a.structure_id::text))
$$;

CREATE OR REPLACE FUNCTION alarm_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE action IN ('acknowledged', 'terminated', 'rejected')) THEN
    DELETE FROM alarm_escalation t USING added e WHERE t.alarm_id = e.alarm_id AND e.action IN ('acknowledged', 'terminated', 'rejected');
  END IF;
  IF EXISTS (SELECT FROM added WHERE action = 'cleared') THEN
    INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause)
    SELECT DISTINCT ON (n.alarm_id, n.user_id, n.method, CASE WHEN n.user_id IS NULL THEN n.group_id END)
           n.alarm_id, n.company_id, n.group_id, n.user_id, n.method, 'cleared'
      FROM added e
      JOIN alarm_notification n ON n.alarm_id = e.alarm_id AND n.step = 0 AND n.state <> 'skipped'
      JOIN notification_group g ON g.id = n.group_id AND g.on_clear
     WHERE e.action = 'cleared'
     ORDER BY n.alarm_id, n.user_id, n.method, CASE WHEN n.user_id IS NULL THEN n.group_id END, n.id DESC;
  END IF;
  IF NOT EXISTS (SELECT FROM added WHERE action IN ('raised', 'severity-raised')) THEN RETURN NULL; END IF;
  INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause)
  SELECT a.id, a.company_id, r.group_id, r.user_id, r.method, e.action
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL
   CROSS JOIN LATERAL alarm_recipients(a) r
   WHERE e.action IN ('raised', 'severity-raised');
  INSERT INTO alarm_escalation (alarm_id, group_id, company_id, step, due_at)
  SELECT a.id, g.id, a.company_id, t.step, now() + t.minutes * interval '1 minute'
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL AND a.acknowledged_at IS NULL
    JOIN notification_group g ON g.company_id = a.company_id AND g.app_id = a.app
   CROSS JOIN LATERAL (
     SELECT n AS step, (s ->> 'afterMinutes')::integer AS minutes FROM jsonb_array_elements(g.escalation) WITH ORDINALITY AS x (s, n)
      UNION ALL SELECT 0, (g.repeat ->> 'everyMinutes')::integer WHERE g.repeat IS NOT NULL) t
   WHERE e.action = 'raised' AND EXISTS (SELECT FROM alarm_methods(g.notifications, a.class, a.kind))
     AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', a.structure_id::text))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

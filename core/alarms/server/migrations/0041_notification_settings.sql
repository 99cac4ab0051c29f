-- How a group notifies beyond its kinds: the lowest severity of each method, quiet hours, escalation, reminders.
ALTER TABLE notification_group
  ADD COLUMN lowest jsonb NOT NULL DEFAULT '{}', -- method → severity
  ADD COLUMN quiet jsonb, -- {week, exempt}
  ADD COLUMN escalation jsonb NOT NULL DEFAULT '[]', -- [{afterMinutes, users, groups, methods}]
  ADD COLUMN repeat jsonb, -- {everyMinutes, times}
  ADD COLUMN on_clear boolean NOT NULL DEFAULT false;

-- What happens when an alarm stays open and unacknowledged: the steps of the escalation, and as step 0 the reminder.
CREATE TABLE alarm_escalation (
  alarm_id   integer NOT NULL REFERENCES alarm ON DELETE CASCADE,
  group_id   integer NOT NULL REFERENCES notification_group ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  step       smallint NOT NULL,
  round      smallint NOT NULL DEFAULT 1, -- of the reminders
  due_at     timestamptz NOT NULL,
  PRIMARY KEY (alarm_id, group_id, step)
);
SELECT rasid_tenant_table('alarm_escalation', false);
CREATE INDEX alarm_escalation_due ON alarm_escalation (due_at);
CREATE INDEX alarm_escalation_group ON alarm_escalation (group_id);

-- Each person once for each method, by the group that is most likely to notify them at once.
CREATE OR REPLACE FUNCTION alarm_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE action IN ('acknowledged', 'terminated', 'rejected')) THEN
    DELETE FROM alarm_escalation t USING added e WHERE t.alarm_id = e.alarm_id AND e.action IN ('acknowledged', 'terminated', 'rejected');
  END IF;
  IF EXISTS (SELECT FROM added WHERE action = 'cleared') THEN
    INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause)
    SELECT DISTINCT ON (n.alarm_id, n.user_id, n.method) n.alarm_id, n.company_id, n.group_id, n.user_id, n.method, 'cleared'
      FROM added e
      JOIN alarm_notification n ON n.alarm_id = e.alarm_id AND n.step = 0 AND n.state <> 'skipped'
      JOIN notification_group g ON g.id = n.group_id AND g.on_clear
     WHERE e.action = 'cleared'
     ORDER BY n.alarm_id, n.user_id, n.method, n.id DESC;
  END IF;
  IF NOT EXISTS (SELECT FROM added WHERE action IN ('raised', 'severity-raised')) THEN RETURN NULL; END IF;
  INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause)
  SELECT DISTINCT ON (e.id, m.user_id, n.method) a.id, a.company_id, g.id, m.user_id, n.method, e.action
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL
    JOIN notification_group g ON g.company_id = a.company_id AND g.app_id = a.app
   CROSS JOIN LATERAL alarm_methods(g.notifications, a.class, a.kind) AS n (method)
    JOIN notification_group_member m ON m.group_id = g.id
   WHERE e.action IN ('raised', 'severity-raised')
     AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', a.structure_id::text))
   ORDER BY e.id, m.user_id, n.method, coalesce(g.muted_until > now(), false), m.disabled, n.method = ANY (m.muted_methods),
            coalesce(a.severity < (g.lowest ->> n.method)::alarm_severity, false), g.quiet IS NOT NULL, g.id;
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

-- As before, and: an alarm that nobody has taken rings again, which no muting stops; step 1 is a text message to the
-- administrators of the desk. One whose holder did nothing waits again like one that was handed over.
CREATE OR REPLACE FUNCTION alarm_notify() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE action NOT IN ('raised', 'severity-raised', 'severity-lowered', 'cleared', 'commented', 'party-added', 'unanswered', 'released')) THEN
    DELETE FROM alarm_escalation t USING added e JOIN alarm a ON a.id = e.alarm_id
     WHERE t.alarm_id = e.alarm_id AND e.action NOT IN ('raised', 'severity-raised', 'severity-lowered', 'cleared', 'commented', 'party-added', 'unanswered', 'released')
       AND (a.closed_at IS NOT NULL OR e.action = 'desk-moved'
         OR EXISTS (SELECT FROM alarm_sides(a) s WHERE s.company_id = t.company_id AND s.acknowledged_at IS NOT NULL));
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
  IF NOT EXISTS (SELECT FROM added WHERE action IN ('raised', 'severity-raised', 'desk-moved', 'party-added', 'unanswered', 'released')) THEN RETURN NULL; END IF;
  INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause)
  SELECT a.id, s.company_id, r.group_id, r.user_id, r.method, CASE e.action WHEN 'party-added' THEN 'raised' ELSE e.action END
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL
   CROSS JOIN LATERAL alarm_sides(a) s
   CROSS JOIN LATERAL alarm_recipients(a, s.company_id, s.structure_id) r
   WHERE e.action IN ('raised', 'severity-raised')
      OR (e.action IN ('desk-moved', 'unanswered', 'released') AND s.company_id = coalesce(a.desk_company_id, a.company_id))
      OR (e.action = 'party-added' AND s.company_id = (e.data ->> 'companyId')::integer);
  INSERT INTO alarm_notification (alarm_id, company_id, user_id, method, cause, step)
  SELECT a.id, coalesce(a.desk_company_id, a.company_id), u.id, 'sms', 'unanswered', 1
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL
   CROSS JOIN LATERAL company_administrators(coalesce(a.desk_company_id, a.company_id)) AS u (id)
   WHERE e.action = 'unanswered' AND e.data ->> 'calls' = 'administrators';
  -- The clocks are those of the desk.
  INSERT INTO alarm_escalation (alarm_id, group_id, company_id, step, due_at)
  SELECT a.id, g.id, s.company_id, t.step, now() + t.seconds * interval '1 second'
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL
   CROSS JOIN LATERAL alarm_sides(a) s
    JOIN notification_group g ON g.company_id = s.company_id AND g.app_id = a.app
   CROSS JOIN LATERAL (
     SELECT n AS step, (x.s ->> 'afterSeconds')::integer AS seconds FROM jsonb_array_elements(g.escalation) WITH ORDINALITY AS x (s, n)
      UNION ALL SELECT 0, (g.repeat ->> 'everyMinutes')::integer * 60 WHERE g.repeat IS NOT NULL) t
   WHERE (e.action IN ('raised', 'desk-moved', 'released') OR (e.action = 'party-added' AND s.company_id = (e.data ->> 'companyId')::integer))
     AND s.company_id = coalesce(a.desk_company_id, a.company_id) AND s.acknowledged_at IS NULL
     AND EXISTS (SELECT FROM alarm_methods(g.notifications, a.class, a.kind))
     AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', s.structure_id::text))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
ALTER TABLE alarm_notification DROP CONSTRAINT alarm_notification_cause_check,
  ADD CONSTRAINT alarm_notification_cause_check CHECK (cause IN ('raised', 'severity-raised', 'cleared', 'escalation', 'repeat', 'desk-moved', 'unanswered', 'released'));

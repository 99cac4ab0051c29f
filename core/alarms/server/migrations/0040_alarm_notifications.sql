-- Who is notified of which event of an alarm, by which method, and what became of it. A row is written in the
-- transaction of the event; the sender decides it.
CREATE TABLE alarm_notification (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id   integer NOT NULL REFERENCES alarm ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  group_id   integer REFERENCES notification_group ON DELETE SET NULL,
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  method     text NOT NULL,
  cause      text NOT NULL CHECK (cause IN ('raised', 'severity-raised', 'cleared', 'escalation', 'repeat')),
  step       smallint NOT NULL DEFAULT 0, -- of the escalation; 0 for the members of the group
  state      text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'held', 'sent', 'failed', 'skipped')),
  reason     text, -- why it is held or skipped
  due_at     timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz, -- when it was held, sent or skipped
  message    uuid -- shared by the notifications that one message contains
);
SELECT rasid_tenant_table('alarm_notification', false);
CREATE INDEX alarm_notification_alarm ON alarm_notification (alarm_id, id);
CREATE INDEX alarm_notification_due ON alarm_notification (due_at) WHERE state IN ('queued', 'held');
CREATE INDEX alarm_notification_sent ON alarm_notification (user_id, decided_at) WHERE state = 'sent';
CREATE INDEX alarm_notification_message ON alarm_notification (message) WHERE message IS NOT NULL;
CREATE INDEX alarm_notification_group ON alarm_notification (group_id);

-- The methods by which a group is notified of alarms of a kind.
CREATE FUNCTION alarm_methods(notifications jsonb, class text, kind text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT n.method FROM jsonb_each(coalesce(notifications -> class, '{}')) AS n (method, kinds)
   WHERE n.kinds ? regexp_replace(kind, '^(custom|threshold)-.+$', '\1')
$$;

-- Each person once for each method, by the group that is most likely to notify them.
CREATE FUNCTION alarm_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause)
  SELECT DISTINCT ON (e.id, m.user_id, n.method) a.id, a.company_id, g.id, m.user_id, n.method, e.action
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL
    JOIN notification_group g ON g.company_id = a.company_id AND g.app_id = a.app
   CROSS JOIN LATERAL alarm_methods(g.notifications, a.class, a.kind) AS n (method)
    JOIN notification_group_member m ON m.group_id = g.id
   WHERE e.action IN ('raised', 'severity-raised')
     AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', a.structure_id::text))
   ORDER BY e.id, m.user_id, n.method, coalesce(g.muted_until > now(), false), m.disabled, n.method = ANY (m.muted_methods), g.id;
  RETURN NULL;
END $$;
CREATE TRIGGER notify AFTER INSERT ON alarm_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION alarm_notify();

ALTER TABLE alarm DROP COLUMN told;

-- One alarm is open for a thing and a kind: `about` names the thing in one column, whether it is a device or anything else.
DROP INDEX alarm_open, alarm_open_subject, alarm_subject, alarm_attention, alarm_desk;
ALTER TABLE alarm DROP CONSTRAINT alarm_subject;
ALTER TABLE alarm
  ADD COLUMN about           text NOT NULL GENERATED ALWAYS AS (CASE WHEN device_id IS NOT NULL THEN 'device ' || device_id::text
                               ELSE company_id::text || ' ' || app || ' ' || subject_type || ' ' || subject_id::text END) STORED,
  ADD COLUMN rank            smallint NOT NULL DEFAULT 3 CHECK (rank BETWEEN 1 AND 9), -- 1 is the most urgent
  ADD COLUMN outcome         jsonb, -- what the closing action stated
  ADD COLUMN desk_company_id integer REFERENCES company, -- the party that has to act; null: company_id
  ADD COLUMN shared          boolean NOT NULL DEFAULT false, -- it has rows in alarm_party
  -- An alarm of a device may be about a subject too: the vehicle that the tracker is on.
  ADD CONSTRAINT alarm_subject CHECK (num_nonnulls(subject_type, subject_id, subject_name) IN (0, 3) AND (device_id IS NULL) = (solution_id IS NULL)
    AND (device_id IS NOT NULL OR subject_type IS NOT NULL));
CREATE UNIQUE INDEX alarm_open_about ON alarm (about, kind) WHERE disposition IN ('open', 'escalated');
-- The open alarms of devices, among thousands of closed ones.
CREATE INDEX alarm_open_device ON alarm (device_id) WHERE disposition IN ('open', 'escalated') AND device_id IS NOT NULL;
CREATE INDEX alarm_subject_id ON alarm (subject_type, subject_id, id) WHERE subject_type IS NOT NULL;
-- Unacknowledged first, then the most urgent rank, then the most severe, then the newest.
CREATE INDEX alarm_attention ON alarm (company_id, app, (acknowledged_at IS NULL), (-rank), severity, first_at, id) WHERE closed_at IS NULL;
CREATE INDEX alarm_desk ON alarm (company_id, (acknowledged_at IS NULL), (-rank), severity, first_at, id) WHERE closed_at IS NULL;
CREATE INDEX alarm_outcome ON alarm USING gin (company_id, outcome jsonb_path_ops) WHERE outcome IS NOT NULL;

-- Further devices at which an alarm about a subject is shown. The index on (device_id, id) had the name of the table.
ALTER INDEX alarm_device RENAME TO alarm_of_device;
CREATE TABLE alarm_device (
  alarm_id   integer NOT NULL REFERENCES alarm ON DELETE CASCADE,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  PRIMARY KEY (alarm_id, device_id)
);
SELECT rasid_tenant_table('alarm_device', false);
CREATE INDEX alarm_device_device ON alarm_device (device_id, alarm_id);

-- The further companies of an alarm. The policy of `alarm` reads this table, which therefore cannot ask `alarm`: `owner_id` is its company.
CREATE TABLE alarm_party (
  alarm_id        integer NOT NULL REFERENCES alarm ON DELETE CASCADE,
  company_id      integer NOT NULL REFERENCES company,
  owner_id        integer NOT NULL REFERENCES company,
  role            text NOT NULL, -- one of `parties` of the class
  structure_id    integer REFERENCES structure ON DELETE SET NULL, -- its own site, for abilities and groups; null: all sites
  view            jsonb NOT NULL DEFAULT '{}', -- what it may know: names
  from_at         timestamptz NOT NULL DEFAULT now(),
  until_at        timestamptz,
  reads_on        boolean NOT NULL DEFAULT true, -- it reads the alarm after it has ended as a party
  reads           boolean NOT NULL GENERATED ALWAYS AS (until_at IS NULL OR reads_on) STORED,
  acknowledged_at timestamptz,
  acknowledged_by integer REFERENCES users,
  search          text NOT NULL DEFAULT '', -- folded names of the view and the kind: a party must not search the owner's names
  PRIMARY KEY (alarm_id, company_id),
  CHECK (company_id <> owner_id)
);
CREATE INDEX alarm_party_company ON alarm_party (company_id, alarm_id) WHERE reads;
SELECT rasid_shared_rows('alarm_party', '{company_id,owner_id}');
-- Only the system adds parties; a party writes its own acknowledgement.
REVOKE INSERT, UPDATE, DELETE ON alarm_party FROM rasid_app;
GRANT UPDATE (acknowledged_at, acknowledged_by) ON alarm_party TO rasid_app;

SELECT rasid_shared_rows('alarm', parties => 'alarm_party', link => 'alarm_id');
REVOKE DELETE ON alarm FROM rasid_app;

-- The party that caused an event; an internal one is read by this party alone.
ALTER TABLE alarm_event
  ADD COLUMN by_company integer REFERENCES company, -- null: the company of the alarm, or the system
  ADD COLUMN internal   boolean NOT NULL DEFAULT false;
SELECT rasid_shared_rows('alarm_event', parties => 'alarm_party', link => 'alarm_id', key => 'alarm_id',
  visible => 'NOT internal OR coalesce(by_company, company_id) = ANY ((SELECT rasid_companies())::integer[])');
REVOKE UPDATE, DELETE ON alarm_event FROM rasid_app, rasid_all;

-- Files of comments. Events cannot be deleted, so that a foreign key would only cost a look-up for each when alarms are deleted.
CREATE TABLE alarm_file (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id   bigint NOT NULL,
  alarm_id   integer NOT NULL REFERENCES alarm ON DELETE CASCADE,
  name       text NOT NULL,
  media_type text NOT NULL,
  size       integer NOT NULL,
  file_id    integer NOT NULL
);
CREATE INDEX alarm_file_event ON alarm_file (event_id);
CREATE INDEX alarm_file_alarm ON alarm_file (alarm_id);
CREATE INDEX alarm_file_file ON alarm_file (file_id);
SELECT rasid_shared_part('alarm_file', 'alarm_event', 'o.id = alarm_file.event_id AND o.alarm_id = alarm_file.alarm_id');
SELECT rasid_owns_file('alarm_file', 'file_id');

-- The companies that are notified of an alarm and act on it, each with its site and acknowledgement.
CREATE FUNCTION alarm_sides(a alarm) RETURNS TABLE (company_id integer, structure_id integer, acknowledged_at timestamptz) LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  company_id := a.company_id; structure_id := a.structure_id; acknowledged_at := a.acknowledged_at;
  RETURN NEXT;
  IF a.shared THEN
    RETURN QUERY SELECT p.company_id, p.structure_id, p.acknowledged_at FROM alarm_party p WHERE p.alarm_id = a.id AND p.until_at IS NULL;
  END IF;
END $$;

-- Who of a company is notified of an alarm at its site: each person once for each method, by the group that is most
-- likely to notify them at once, and the webhook of each group.
DROP FUNCTION alarm_recipients(alarm);
CREATE FUNCTION alarm_recipients(a alarm, company integer, structure integer) RETURNS TABLE (group_id integer, user_id integer, method text) LANGUAGE sql STABLE AS $$
  (SELECT DISTINCT ON (m.user_id, n.method) g.id, m.user_id, n.method
     FROM notification_group g
    CROSS JOIN LATERAL alarm_methods(g.notifications, a.class, a.kind) AS n (method)
     JOIN notification_group_member m ON m.group_id = g.id
    WHERE g.company_id = company AND g.app_id = a.app AND n.method <> 'webhook'
      AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', structure::text))
    ORDER BY m.user_id, n.method, coalesce(g.muted_until > now(), false), m.disabled, n.method = ANY (m.muted_methods),
             coalesce(a.severity < (g.lowest ->> n.method)::alarm_severity, false), g.quiet IS NOT NULL, g.id)
  UNION ALL
  SELECT g.id, NULL, n.method
    FROM notification_group g
   CROSS JOIN LATERAL alarm_methods(g.notifications, a.class, a.kind) AS n (method)
   WHERE g.company_id = company AND g.app_id = a.app AND n.method = 'webhook'
     AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', structure::text))
$$;

-- Who raises, acknowledges or moves an alarm may not see the groups and timers of its other companies.
CREATE OR REPLACE FUNCTION alarm_notify() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE action IN ('acknowledged', 'taken-over', 'terminated', 'rejected', 'desk-moved')) THEN
    DELETE FROM alarm_escalation t USING added e
     WHERE t.alarm_id = e.alarm_id AND (e.action IN ('terminated', 'rejected', 'desk-moved')
        OR (e.action IN ('acknowledged', 'taken-over') AND t.company_id = coalesce(e.by_company, e.company_id)));
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
  IF NOT EXISTS (SELECT FROM added WHERE action IN ('raised', 'severity-raised', 'desk-moved')) THEN RETURN NULL; END IF;
  INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause)
  SELECT a.id, s.company_id, r.group_id, r.user_id, r.method, e.action
    FROM added e
    JOIN alarm a ON a.id = e.alarm_id AND a.closed_at IS NULL
   CROSS JOIN LATERAL alarm_sides(a) s
   CROSS JOIN LATERAL alarm_recipients(a, s.company_id, s.structure_id) r
   WHERE e.action IN ('raised', 'severity-raised') OR (e.action = 'desk-moved' AND s.company_id = coalesce(a.desk_company_id, a.company_id));
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
   WHERE e.action IN ('raised', 'desk-moved') AND s.company_id = coalesce(a.desk_company_id, a.company_id) AND s.acknowledged_at IS NULL
     AND EXISTS (SELECT FROM alarm_methods(g.notifications, a.class, a.kind))
     AND EXISTS (SELECT FROM notification_group_resource r WHERE r.group_id = g.id AND r.resource IN ('*', s.structure_id::text))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
ALTER TABLE alarm_notification DROP CONSTRAINT alarm_notification_cause_check,
  ADD CONSTRAINT alarm_notification_cause_check CHECK (cause IN ('raised', 'severity-raised', 'cleared', 'escalation', 'repeat', 'desk-moved'));

-- Steps of an escalation are due after seconds. The change log has what people changed, and not this.
ALTER TABLE notification_group DISABLE TRIGGER change_log;
SET LOCAL ROLE rasid_all;
UPDATE notification_group SET escalation = (
  SELECT jsonb_agg((s - 'afterMinutes') || jsonb_build_object('afterSeconds', (s ->> 'afterMinutes')::integer * 60) ORDER BY n)
    FROM jsonb_array_elements(escalation) WITH ORDINALITY AS x (s, n)) WHERE escalation <> '[]';
RESET ROLE;
ALTER TABLE notification_group ENABLE TRIGGER change_log;

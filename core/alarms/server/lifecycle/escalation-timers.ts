import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

const batchSize = 500;

type Due = { alarmId: number; groupId: number; step: number; round: number };

/**
 * Queues the notifications of escalation steps and reminders that are due. Alarms that were acknowledged or closed in
 * the meantime are skipped. Returns whether more may be due. Several workers may do so at once.
 */
export async function queueEscalations(tx: Tx): Promise<boolean> {
  const due = await sql<Due>`
    SELECT alarm_id, group_id, step, round FROM alarm_escalation WHERE due_at <= now()
     ORDER BY due_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`.execute(tx);
  if (due.rows.length === 0) return false;
  const timers = sql`(SELECT t.*, g.escalation -> (t.step - 1) AS recipients, g.notifications, g.repeat, a.class, a.kind
    FROM unnest(${due.rows.map(({ alarmId }) => alarmId)}::integer[], ${due.rows.map(({ groupId }) => groupId)}::integer[], ${due.rows.map(({ step }) => step)}::smallint[]) AS d (alarm_id, group_id, step)
    JOIN alarm_escalation t USING (alarm_id, group_id, step)
    JOIN notification_group g ON g.id = t.group_id
    JOIN alarm a ON a.id = t.alarm_id AND a.closed_at IS NULL AND a.acknowledged_at IS NULL)`;
  await sql`
    INSERT INTO alarm_notification (alarm_id, company_id, group_id, user_id, method, cause, step)
    SELECT t.alarm_id, t.company_id, t.group_id, p.user_id, m.method, 'escalation', t.step
      FROM ${timers} t
     CROSS JOIN LATERAL (
       SELECT u.id::integer AS user_id FROM jsonb_array_elements_text(t.recipients -> 'users') AS u (id)
        UNION
       SELECT o.user_id FROM notification_group_member o JOIN notification_group og ON og.id = o.group_id
        WHERE o.group_id IN (SELECT r.id::integer FROM jsonb_array_elements_text(t.recipients -> 'groups') AS r (id))
          AND NOT o.disabled AND (og.muted_until IS NULL OR og.muted_until < now())) p
     CROSS JOIN LATERAL jsonb_array_elements_text(t.recipients -> 'methods') AS m (method)
     WHERE t.step > 0
    UNION ALL
    SELECT t.alarm_id, t.company_id, t.group_id, o.user_id, m.method, 'repeat', 0
      FROM ${timers} t
     CROSS JOIN LATERAL alarm_methods(t.notifications, t.class, t.kind) AS m (method)
      LEFT JOIN notification_group_member o ON o.group_id = t.group_id AND m.method <> 'webhook'
     WHERE t.step = 0 AND (m.method = 'webhook' OR o.user_id IS NOT NULL)`.execute(tx);
  await endTimers(tx, due.rows);
  return due.rows.length === batchSize;
}

/** Deletes the timers, and moves those of reminders that are not the last one. */
async function endTimers(tx: Tx, due: readonly Due[]): Promise<void> {
  const keys = sql`unnest(${due.map(({ alarmId }) => alarmId)}::integer[], ${due.map(({ groupId }) => groupId)}::integer[], ${due.map(({ step }) => step)}::smallint[]) AS d (alarm_id, group_id, step)`;
  const same = sql`t.alarm_id = d.alarm_id AND t.group_id = d.group_id AND t.step = d.step`;
  await sql`
    UPDATE alarm_escalation t SET round = t.round + 1, due_at = now() + (g.repeat ->> 'everyMinutes')::integer * interval '1 minute'
      FROM ${keys}, notification_group g
     WHERE ${same} AND t.step = 0 AND g.id = t.group_id AND t.round < (g.repeat ->> 'times')::integer`.execute(tx);
  await sql`DELETE FROM alarm_escalation t USING ${keys} WHERE ${same} AND t.due_at <= now()`.execute(tx);
}

import { sql } from 'kysely';
import {
  type EscalationStep,
  endSteps,
  escalationSteps,
  storedAlarms,
  storedParties,
  takeDueSteps,
} from '#core/alarms/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

const batchSize = 500;

/**
 * Queues the notifications of escalation steps and reminders that are due, unless the company whose clocks they
 * are has acknowledged the alarm, or it was closed in the meantime. Returns whether more may be due. Several workers may do so at once.
 */
export async function queueEscalations(tx: Tx): Promise<boolean> {
  const due = await takeDueSteps(tx, batchSize);
  if (due.length === 0) return false;
  const timers = sql`(SELECT t.*, g.escalation -> (t.step - 1) AS recipients, g.notifications, g.repeat, a.class, a.kind
    FROM unnest(${due.map(({ alarmId }) => alarmId)}::integer[], ${due.map(({ groupId }) => groupId)}::integer[], ${due.map(({ step }) => step)}::smallint[]) AS d (alarm_id, group_id, step)
    JOIN ${sql.raw(escalationSteps)} t USING (alarm_id, group_id, step)
    JOIN notification_group g ON g.id = t.group_id
    JOIN ${sql.raw(storedAlarms)} a ON a.id = t.alarm_id AND a.closed_at IS NULL
    LEFT JOIN ${sql.raw(storedParties)} p ON p.alarm_id = a.id AND p.company_id = t.company_id
   WHERE CASE WHEN t.company_id = a.company_id THEN a.acknowledged_at IS NULL ELSE p.until_at IS NULL AND p.acknowledged_at IS NULL END)`;
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
  await endSteps(tx, await repeated(tx, due));
  return due.length === batchSize;
}

/** Adds to reminders that are not the last one the minutes until the next. */
async function repeated(tx: Tx, due: readonly EscalationStep[]) {
  const groups = await sql<{ id: number; minutes: number; times: number }>`
    SELECT id, (repeat ->> 'everyMinutes')::integer AS minutes, (repeat ->> 'times')::integer AS times FROM notification_group
     WHERE id = ANY (${due.map(({ groupId }) => groupId)}::integer[]) AND repeat IS NOT NULL`.execute(tx);
  const byId = new Map(groups.rows.map((group) => [group.id, group]));
  return due.map((one) => {
    const group = one.step === 0 ? byId.get(one.groupId) : undefined;
    return { ...one, minutes: group && one.round < group.times ? group.minutes : null };
  });
}

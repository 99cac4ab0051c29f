import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** A step of the escalation of an alarm by a notification group; step 0 is a reminder, of which `round` were sent. */
export type EscalationStep = { alarmId: number; groupId: number; step: number; round: number };

/** alarm_id, company_id, group_id, step: the steps of escalations that are still to be taken. */
export const escalationSteps = '(SELECT alarm_id, company_id, group_id, step FROM alarm_escalation)';

/** Locks the steps that are due, at most `limit`. Several workers may do so at once. */
export async function takeDueSteps(tx: Tx, limit: number): Promise<EscalationStep[]> {
  const due = await sql<EscalationStep>`
    SELECT alarm_id, group_id, step, round FROM alarm_escalation WHERE due_at <= now()
     ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return due.rows;
}

/** Deletes steps that were taken. Reminders for which `minutes` are given are due again after them. */
export async function endSteps(
  tx: Tx,
  taken: readonly (Pick<EscalationStep, 'alarmId' | 'groupId' | 'step'> & { minutes: number | null })[],
): Promise<void> {
  const steps = sql`unnest(${taken.map(({ alarmId }) => alarmId)}::integer[], ${taken.map(({ groupId }) => groupId)}::integer[],
    ${taken.map(({ step }) => step)}::smallint[], ${taken.map(({ minutes }) => minutes)}::integer[]) AS d (alarm_id, group_id, step, minutes)`;
  const same = sql`t.alarm_id = d.alarm_id AND t.group_id = d.group_id AND t.step = d.step`;
  await sql`
    UPDATE alarm_escalation t SET round = t.round + 1, due_at = now() + d.minutes * interval '1 minute'
      FROM ${steps} WHERE ${same} AND d.minutes IS NOT NULL`.execute(tx);
  await sql`DELETE FROM alarm_escalation t USING ${steps} WHERE ${same} AND d.minutes IS NULL`.execute(tx);
}

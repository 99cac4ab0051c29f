import { bypassRls, queryText } from '#platform/server/postgres/database.ts';
import { type AlarmContext, changesOf, publishChanges } from '../raising/alarm-changes.ts';

/** Whether the company that has the desk of the alarm `a` has acknowledged it. */
const deskHasAcknowledged = `(CASE WHEN a.desk_company_id IS NULL THEN a.acknowledged_at IS NOT NULL
  ELSE EXISTS (SELECT FROM alarm_party p WHERE p.alarm_id = a.id AND p.company_id = a.desk_company_id AND p.acknowledged_at IS NOT NULL) END)`;
const inLockOrder = 'ORDER BY a.about, a.kind, a.id FOR UPDATE OF a';

async function publish(context: AlarmContext, rows: readonly { alarm_id: number }[]): Promise<number[]> {
  const ids = rows.map(({ alarm_id }) => alarm_id);
  publishChanges(context, await changesOf(context, ids), 'changed');
  return ids;
}

/**
 * Notifies the people of the desk again of those open alarms that it has not acknowledged, whether or not they are muted,
 * and its administrators by a text message if `calls` says so. Returns their ids.
 */
export async function ringAgain(
  context: AlarmContext,
  alarmIds: readonly number[],
  calls: 'all' | 'administrators',
): Promise<number[]> {
  if (alarmIds.length === 0) return [];
  const { rows } = await bypassRls(context.tx, context.actor.scope, () =>
    queryText<{ alarm_id: number }>(context.tx, {
      name: 'alarm-ring-again',
      text: `WITH held AS MATERIALIZED (
               SELECT a.id, a.company_id FROM alarm a
                WHERE a.id = ANY ($1::integer[]) AND a.closed_at IS NULL AND NOT ${deskHasAcknowledged} ${inLockOrder})
             INSERT INTO alarm_event (alarm_id, company_id, action, data)
             SELECT id, company_id, 'unanswered', jsonb_build_object('calls', $2::text) FROM held RETURNING alarm_id`,
      values: [alarmIds, calls],
    }),
  );
  return publish(context, rows);
}

/**
 * Puts those open alarms that the desk has acknowledged back into its queue: nobody has them any more, its people are
 * notified, and its clocks start. The locales have a text for the reason under `reasons`. Returns their ids.
 */
export async function releaseAlarms(
  context: AlarmContext,
  alarmIds: readonly number[],
  reason: string,
): Promise<number[]> {
  if (alarmIds.length === 0) return [];
  const { rows } = await bypassRls(context.tx, context.actor.scope, () =>
    queryText<{ alarm_id: number }>(context.tx, {
      name: 'alarm-release',
      text: `WITH held AS MATERIALIZED (
               SELECT a.id, a.company_id, a.desk_company_id FROM alarm a
                WHERE a.id = ANY ($1::integer[]) AND a.closed_at IS NULL AND ${deskHasAcknowledged} ${inLockOrder}),
             of_owner AS (
               UPDATE alarm a SET acknowledged_at = NULL, acknowledged_by = NULL FROM held h WHERE a.id = h.id AND h.desk_company_id IS NULL RETURNING a.id),
             of_party AS (
               UPDATE alarm_party p SET acknowledged_at = NULL, acknowledged_by = NULL FROM held h
                WHERE p.alarm_id = h.id AND p.company_id = h.desk_company_id RETURNING p.alarm_id)
             INSERT INTO alarm_event (alarm_id, company_id, by_company, action, data)
             SELECT id, company_id, desk_company_id, 'released', jsonb_build_object('reason', $2::text) FROM held RETURNING alarm_id`,
      values: [alarmIds, reason],
    }),
  );
  return publish(context, rows);
}

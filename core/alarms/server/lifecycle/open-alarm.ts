import { sql } from 'kysely';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import { isNotHidden, readableAlarms } from '../lists/readable-alarms.ts';

type OpenAlarm = { alarmId: number; acknowledged: boolean; escalatesAt: string | null };

/** The open alarm of a kind that a device has, if the caller may read it, and when its next escalation step is due. */
export async function openAlarmOf(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>,
  device: number,
  kind: string,
): Promise<OpenAlarm | null> {
  const readable = readableAlarms(context);
  if (!readable) return null;
  const { rows } = await bypassRls(context.tx, context.actor.scope, () =>
    sql<OpenAlarm>`
      SELECT t.id AS alarm_id, t.acknowledged_at IS NOT NULL AS acknowledged,
             (SELECT min(e.due_at) FROM alarm_escalation e WHERE e.alarm_id = t.id AND e.step > 0) AS escalates_at
        FROM alarm t WHERE t.device_id = ${device} AND t.kind = ${kind} AND t.closed_at IS NULL AND ${isNotHidden} AND ${readable} LIMIT 1`.execute(
      context.tx,
    ),
  );
  return rows[0] ?? null;
}

import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The notifications of an alarm, oldest first. */
export async function alarmNotifications(tx: Tx, alarmId: number): Promise<AlarmNotification[]> {
  const found = await sql<AlarmNotification>`
    SELECT n.id, ${personNamed('n.user_id')} AS person, (SELECT jsonb_build_object('id', g.id, 'name', g.name) FROM notification_group g WHERE g.id = n.group_id) AS "group",
           n.method, n.cause, n.step, n.state, n.reason, coalesce(n.decided_at, n.created_at) AS at, CASE n.state WHEN 'held' THEN n.due_at END AS due_at
      FROM alarm_notification n WHERE n.alarm_id = ${alarmId} ORDER BY n.id LIMIT 1000`.execute(tx);
  return found.rows;
}

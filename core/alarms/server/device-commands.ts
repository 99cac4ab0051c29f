import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { invalid } from '#platform/server/refuse.ts';
import { clearDeviceAlarms, raiseDeviceAlarms } from './raise-device-alarms.ts';

/** The timeline of an alarm names the commands that people send on account of it. */
export async function recordSentCommand(
  { tx, actor }: Emitting,
  { alarmId, companyId, sent }: DomainEvents['command.sent'],
): Promise<void> {
  const recorded = await sql`
    INSERT INTO alarm_event (alarm_id, company_id, actor_id, action, data)
    SELECT id, company_id, ${actor.scope.userId}::integer, 'action-sent', ${JSON.stringify(sent)}::jsonb FROM alarm
     WHERE id = ${alarmId} AND company_id = ${companyId} RETURNING id`.execute(tx);
  if (recorded.rows.length === 0) throw invalid('alarmId', 'pleaseInputIDRight');
}

/** A device that does not report in time what a command asks for has an alarm until it does. */
export async function judgeFollowing(
  context: Emitting,
  { deviceId, kind, followed }: DomainEvents['command.followed'],
): Promise<void> {
  if (followed) return clearDeviceAlarms(context, [{ deviceId, kind }]);
  await raiseDeviceAlarms(context, [
    { deviceId, kind, class: 'operational', severity: 'problem', at: Date.now(), sensor: null, value: null },
  ]);
}

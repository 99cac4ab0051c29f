import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { invalid } from '#platform/server/refuse.ts';
import { alarmEntity } from '../../common/alarm.ts';
import { clearAlarms } from '../raising/clear.ts';
import { raiseAlarms } from '../raising/raise.ts';

/** The timeline of an alarm lists the commands that people send because of it. */
export async function recordSentCommand(
  { tx, actor }: Emitting,
  { alarmId, companyId, sent, sender }: DomainEvents['command.sent'],
): Promise<void> {
  const alarm = await tx
    .selectFrom('alarm')
    .select(['app', 'class', 'structureId'])
    .where('id', '=', alarmId)
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!alarm || !hasAbilityOn(sender, alarm.app, alarmEntity(alarm.class), 'read', alarm.structureId))
    throw invalid('alarmId', 'pleaseInputIDRight');
  await tx
    .insertInto('alarmEvent')
    .values({
      alarmId,
      companyId,
      actorId: actor.scope.userId,
      action: 'action-sent',
      data: JSON.stringify(sent),
    })
    .execute();
}

/** A device that does not report the result of a command in time has an alarm until it does. */
export async function recheckFollowing(
  context: Emitting,
  { deviceId, kind, followed }: DomainEvents['command.followed'],
): Promise<void> {
  if (followed) await clearAlarms(context, [{ deviceId, kind }]);
  else await raiseAlarms(context, [{ deviceId, kind, severity: 'problem' }]);
}

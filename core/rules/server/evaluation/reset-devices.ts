import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

/** Workers drop the cached rule state of the devices that are published on this topic. */
export const resetDevicesTopic = 'alarm-state-reset';

/** Deletes the timers of an uninstalled device, and its rule state in workers. */
export async function forgetRuleState(
  { tx, kit, actor, afterCommit }: Emitting,
  { device: { id } }: DomainEvents['device.uninstalled'],
): Promise<void> {
  await bypassRls(tx, actor.scope, () => sql`DELETE FROM alarm_timer WHERE device_id = ${id}`.execute(tx));
  afterCommit(() => kit.live.publish({ topic: resetDevicesTopic, type: 'reset', companyId: null, data: { id } }));
}

import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

/** Workers drop the cached rule state of the devices that are published on this topic. */
export const resetDevicesTopic = 'alarm-state-reset';

/** Deletes the timers of an uninstalled device, and its rule state in workers. */
export async function forgetRuleState(
  { tx, kit, actor, afterCommit }: Emitting,
  { device: { id } }: DomainEvents['device.uninstalled'],
): Promise<void> {
  await bypassRls(tx, actor.scope, () => sql`DELETE FROM alarm_timer WHERE device_id = ${id}`.execute(tx));
  afterCommit(() => publishReset(kit, id));
}

/** Nothing that devices report from the inventory counts for their rules, such as the beginning of a duration. */
export function forgetInventoryState({ kit }: Pick<Emitting, 'kit'>, { ids }: DomainEvents['devices.installed']): void {
  for (const id of ids) publishReset(kit, id);
}

const publishReset = (kit: Kit, id: number): void =>
  kit.live.publish({ topic: resetDevicesTopic, type: 'reset', companyId: null, data: { id } });

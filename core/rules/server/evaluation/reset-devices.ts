import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** Workers drop the rule state of these devices, and read it again with their next message. */
    'rule-state.reset': { ids: readonly number[] };
  }
}

/** Deletes the timers of an uninstalled device, and its rule state in workers. */
export async function forgetRuleState(
  { tx, kit, actor, afterCommit }: Emitting,
  { device: { id } }: DomainEvents['device.uninstalled'],
): Promise<void> {
  await bypassRls(tx, actor.scope, () => sql`DELETE FROM alarm_timer WHERE device_id = ${id}`.execute(tx));
  afterCommit(() => resetRuleState(kit, [id]));
}

/** Nothing that devices report from the inventory counts for their rules, such as the beginning of a duration. */
export function forgetInventoryState({ kit }: Pick<Emitting, 'kit'>, { ids }: DomainEvents['devices.installed']): void {
  resetRuleState(kit, ids);
}

export function resetRuleState(kit: Kit, ids: readonly number[]): void {
  if (ids.length > 0) kit.signals.send('rule-state.reset', { ids });
}

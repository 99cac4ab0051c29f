import { sql } from 'kysely';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

/** Conditions that limit devices to the structures of the caller's permission groups; empty for unlimited callers. */
export function withinResources(actor: Actor, app: string) {
  const structures = resourcesWith(actor.session, app, 'device', 'read');
  return structures === null ? [] : [sql<boolean>`t.structure_id = ANY (${structures}::integer[])`];
}

/**
 * The device, if the caller may do `action` with it. Refuses with 404 if the caller may not see it, and with 403 if the
 * permission groups allow to see the devices of its structure but not the action.
 */
export async function visibleDevice(tx: Tx, { session }: Actor, app: string, id: number, action = 'read') {
  const device = await tx
    .selectFrom('device')
    .selectAll()
    .where('id', '=', id)
    .where('app', '=', app)
    .executeTakeFirst();
  if (!device || !hasAbilityOn(session, app, 'device', 'read', device.structureId)) throw refuse(404, 'not-found');
  if (!hasAbilityOn(session, app, 'device', action, device.structureId)) throw refuse(403, 'no-permission');
  return device;
}

import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Actor } from '#platform/server/serve.ts';
import { inVisibleStructure } from '../structures/structure-rows.ts';

/** The spaces with these ids that the caller may see. */
export async function findSpaces(tx: Tx, actor: Actor, ids: readonly number[]) {
  return tx
    .selectFrom('space')
    .select(['id', 'name', 'structureId', 'floorId', 'kind as spaceKind'])
    .where('id', '=', anyOf(ids))
    .where(inVisibleStructure(actor, 'structure_id').$castTo<boolean>())
    .execute();
}

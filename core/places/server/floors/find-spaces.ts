import { sql } from 'kysely';
import type { ListQuery, ListSpec } from '#platform/common/list.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Actor, ListReply } from '#platform/server/serve.ts';
import { floorNamed, structureNamed } from '../place-names.ts';
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

type NamedRecord = { id: number; name: string };
export type SpaceSuggestion = NamedRecord & {
  companyId: number;
  code: string | null;
  kind: string;
  structure: NamedRecord | null;
  floor: NamedRecord | null;
};

/** A page of the spaces in the scope, for a field. `structures` limits them to those in these. */
export async function spaceSuggestions(
  tx: Tx,
  scope: Scope,
  { spec, query }: { spec: ListSpec; query: ListQuery },
  structures: readonly number[] | null,
): Promise<ListReply<SpaceSuggestion>> {
  const where = structures === null ? [] : [sql`t.structure_id = ANY (${structures}::integer[])`];
  const { ids, totalRecords } = await findIds(tx, { table: 'space', spec, query, scope, where });
  const found = await tx
    .selectFrom('space')
    .select(['id', 'companyId', 'name', 'code', 'kind'])
    .select([structureNamed('space.structure_id').as('structure'), floorNamed('space.floor_id').as('floor')])
    .where('id', '=', anyOf(ids))
    .execute();
  return { data: inOrder(ids, found), totalRecords };
}

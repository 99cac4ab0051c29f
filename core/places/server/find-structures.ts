import { sql } from 'kysely';
import type { ListQuery } from '#platform/common/list.ts';
import type { Scope, Tx } from '#platform/server/database.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { ListPage } from '#platform/server/serve.ts';

export type StructureSummary = {
  id: number;
  companyId: number;
  name: string;
  address: string | null;
  location: { lat: number; lng: number } | null;
};

/** A page of the structures in the scope, for lists of other slices. `visible` limits it to these ids. */
export async function findStructures(
  tx: Tx,
  scope: Scope,
  query: ListQuery,
  visible: readonly number[] | null,
): Promise<ListPage<StructureSummary>> {
  const where = visible === null ? [] : [sql`t.id = ANY (${visible}::integer[])`];
  const { ids, totalRecords } = await findIds(tx, {
    table: 'structure',
    spec: { search: ['name'], sort: ['name', 'id'], defaultSort: ['name', 'asc'] },
    query,
    scope,
    where,
  });
  const structures =
    await sql<StructureSummary>`SELECT id, company_id, name, address, CASE WHEN lat IS NOT NULL THEN jsonb_build_object('lat', lat, 'lng', lng) END AS location
    FROM structure WHERE id = ANY (${ids}::integer[])`.execute(tx);
  return { data: inOrder(ids, structures.rows), totalRecords };
}

export async function hasStructure(tx: Tx, companyId: number): Promise<boolean> {
  const found = await sql`SELECT FROM structure WHERE company_id = ${companyId} LIMIT 1`.execute(tx);
  return found.rows.length > 0;
}

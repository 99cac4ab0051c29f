import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { ListReply } from '#platform/server/serve.ts';

export type StructureSummary = {
  id: number;
  companyId: number;
  company: { id: number; name: string };
  name: string;
  address: string | null;
  location: { lat: number; lng: number } | null;
  /** In square metres. */
  grossArea: number | null;
};

const mostStructures = 100_000;

/** A page of the structures in the scope, for lists of other slices. `visible` limits it to these ids. */
export async function findStructures(
  tx: Tx,
  scope: Scope,
  query: ListQuery,
  visible: readonly number[] | null,
): Promise<ListReply<StructureSummary>> {
  const where = visible === null ? [] : [sql`t.id = ANY (${visible}::integer[])`];
  const { ids, totalRecords } = await findIds(tx, {
    table: 'structure',
    spec: { search: ['name'], sort: ['name', 'id'], defaultSort: ['name', 'asc'] },
    query,
    scope,
    where,
  });
  return { data: await structureSummaries(tx, ids), totalRecords };
}

/** The ids of all structures in the scope that match the search and the filters by kind and place. */
export async function structureIdsOf(
  tx: Tx,
  scope: Scope,
  query: Pick<ListQuery, 'search' | 'filters'>,
  visible: readonly number[] | null,
): Promise<number[]> {
  const { ids } = await findIds(tx, {
    table: 'structure',
    spec: { sort: ['id'], defaultSort: ['id', 'asc'] },
    query: { limit: mostStructures, skip: 0, total: false, ranges: {}, ...query },
    scope,
    where: visible === null ? [] : [sql`t.id = ANY (${visible}::integer[])`],
  });
  return ids;
}

/** Structures in the order of the ids. */
export async function structureSummaries(tx: Tx, ids: readonly number[]): Promise<StructureSummary[]> {
  const structures =
    await sql<StructureSummary>`SELECT id, company_id, ${companyNamed('structure.company_id')} AS company, name, address, gross_area, CASE WHEN lat IS NOT NULL THEN jsonb_build_object('lat', lat, 'lng', lng) END AS location
    FROM structure WHERE id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, structures.rows);
}

const mostLocated = 2000;

/** The structures that have a location, at most 2000. `visible` limits them to these ids. */
export async function locatedStructures(
  tx: Tx,
  visible: readonly number[] | null,
): Promise<{ id: number; name: string; lat: number; lng: number }[]> {
  const within = visible === null ? sql`true` : sql`id = ANY (${visible}::integer[])`;
  const rows = await sql<{ id: number; name: string; lat: number; lng: number }>`
    SELECT id, name, lat, lng FROM structure WHERE lat IS NOT NULL AND ${within} ORDER BY id LIMIT ${mostLocated}`.execute(
    tx,
  );
  return rows.rows;
}

/** The number of structures. `visible` limits them to these ids. */
export async function structureCount(tx: Tx, visible: readonly number[] | null): Promise<number> {
  const within = visible === null ? sql`true` : sql`id = ANY (${visible}::integer[])`;
  const counts = await sql<{ n: number }>`SELECT count(*) AS n FROM structure WHERE ${within}`.execute(tx);
  return counts.rows[0]?.n ?? 0;
}

/** Whether any of the companies has a structure. */
export async function hasStructure(tx: Tx, companies: readonly number[]): Promise<boolean> {
  const found = await tx.selectFrom('structure').where('companyId', '=', anyOf(companies)).limit(1).execute();
  return found.length > 0;
}

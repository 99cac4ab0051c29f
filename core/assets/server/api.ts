import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';

/** SQL for statements of other slices: `{id, name}` of the asset with the id in the column. */
export const assetNamed = (column: string) =>
  sql<{
    id: number;
    name: string;
  } | null>`(SELECT jsonb_build_object('id', a.id, 'name', a.name) FROM asset a WHERE a.id = ${sql.ref(column)})`;

/** Refuses an asset that is not there or belongs to another company. */
export async function assertAsset(tx: Tx, companyId: number, id: number): Promise<void> {
  const rows = await tx.selectFrom('asset').where('id', '=', id).where('companyId', '=', companyId).execute();
  if (rows.length === 0) throw invalid('assetId', 'notFound');
}

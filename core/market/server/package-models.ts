import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sellingApps } from './product-rows.ts';

type Filter = { kinds: readonly string[]; app?: string | undefined; ids?: readonly number[] };
type Model = {
  id: number;
  sku: string;
  kind: string;
  app: string;
  solutionIds: number[];
  name: string;
  months: number | null;
  units: number | null;
  icon: number | null;
  price: number | null;
};

/** Products of these kinds that are on sale, at their list prices in US dollars: the contents of packages. */
export async function packageModels(
  tx: Tx,
  kit: Pick<Kit, 'apps' | 'settings'>,
  locale: 'en' | 'ar',
  { kinds, app, ids }: Filter,
): Promise<Model[]> {
  const found = await sql<Model>`
    SELECT id, sku, kind, app, solution_ids, ${sql.ref(`name_${locale}`)} AS name, months, units, icon, price_cents / 100.0 AS price FROM market_product
     WHERE active AND kind = ANY (${kinds}::text[]) AND app = ANY (${sellingApps(kit)}::text[])
       AND ${app === undefined ? sql`true` : sql`app = ${app}`} AND ${ids === undefined ? sql`true` : sql`id = ANY (${ids}::integer[])`}
     ORDER BY sort, id`.execute(tx);
  return found.rows;
}

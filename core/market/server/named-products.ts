import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { ProductKind } from '../common/product-kinds.ts';
import { onSale } from './product-rows.ts';

/** A product as records of other slices name it. */
export type NamedProduct = {
  id: number;
  kind: ProductKind;
  app: string;
  solutionIds: number[];
  hardwareId: number | null;
  months: number | null;
  name: string;
  drawing: string;
  onSale: boolean;
};

/** Products by their ids, in a language. */
export async function namedProducts(
  { tx, kit, locale }: { tx: Tx; kit: Pick<Kit, 'apps' | 'settings'>; locale: 'en' | 'ar' },
  ids: readonly number[],
): Promise<Map<number, NamedProduct>> {
  const found = await sql<NamedProduct>`
    SELECT t.id, t.kind, t.app, t.solution_ids, t.hardware_id, t.months, ${sql.ref(`t.name_${locale}`)} AS name, t.drawing,
           (${onSale(kit, null)}) AS on_sale
      FROM market_product t WHERE t.id = ANY (${[...new Set(ids)]}::integer[])`.execute(tx);
  return new Map(found.rows.map((product) => [product.id, product]));
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { ProductKind } from '../common/product-kinds.ts';

type CatalogueOption = {
  itemId: number;
  groupId: string | null;
  dependsOn: number | null;
  included: boolean;
  min: number;
  max: number;
  /** How many of an included one are in a package. */
  preset: number;
};
/** A product with the data that pricing needs, at the prices of one company. Amounts in cents. */
export type CatalogueItem = {
  id: number;
  sku: string;
  kind: ProductKind;
  app: string;
  solutionIds: number[];
  hardwareId: number | null;
  fits: number[];
  nameEn: string;
  nameAr: string;
  unit: number | null;
  customized: boolean;
  months: number | null;
  units: number | null;
  icon: number | null;
  freeMonths: number;
  minQty: number;
  maxQty: number;
  left: number | null;
  /** When more arrive, unless that day has passed. */
  restockOn: string | null;
  offered: boolean;
  options: CatalogueOption[];
};

/** The products that an order names by their id, or by the id of the model, and the contents of packages. One statement. */
export async function catalogueOf(
  tx: Tx,
  companyId: number,
  { models, products }: { models: readonly number[]; products: readonly number[] },
): Promise<CatalogueItem[]> {
  const found = await sql<CatalogueItem>`
    SELECT t.id, t.sku, t.kind, t.app, t.solution_ids, t.hardware_id, t.fits, coalesce(c.name_en, t.name_en) AS name_en,
           coalesce(c.name_ar, t.name_ar) AS name_ar, coalesce(c.price_cents, t.price_cents) AS unit,
           c.price_cents IS NOT NULL AS customized, t.months, t.units, t.icon, coalesce((t.offer ->> 'freeMonths')::integer, 0) AS free_months,
           t.min_qty, t.max_qty, t.stock - t.reserved AS left,
           CASE WHEN t.restock_on >= current_date THEN t.restock_on::text END AS restock_on, t.active AND c.hidden IS NOT TRUE AS offered,
           coalesce((SELECT jsonb_agg(jsonb_build_object('itemId', o.item_id, 'groupId', o.group_id, 'dependsOn', o.depends_on,
                              'included', o.included, 'min', o.min, 'max', o.max, 'preset', o.preset) ORDER BY i.sort, i.id)
                       FROM market_option o JOIN market_product i ON i.id = o.item_id WHERE o.parent_id = t.id), '[]') AS options
      FROM market_product t LEFT JOIN market_customized c ON c.product_id = t.id AND c.company_id = ${companyId}
     WHERE t.id = ANY (${products}::integer[]) OR t.hardware_id = ANY (${models}::integer[])
        OR t.id IN (SELECT o.item_id FROM market_option o JOIN market_product p ON p.id = o.parent_id
                     WHERE o.parent_id = ANY (${products}::integer[]) AND o.included AND p.kind = 'package')`.execute(
    tx,
  );
  return found.rows;
}

/** The ids of products in the order of their SKUs; those that do not exist are left out. */
export async function productIds(tx: Tx, skus: readonly string[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT p.id FROM unnest(${skus}::text[]) WITH ORDINALITY AS s (sku, place) JOIN market_product p USING (sku) ORDER BY place`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

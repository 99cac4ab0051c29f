import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { EditedProduct } from '../common/product.ts';
import type { Customizing, NewProduct } from '../common/product-edits.ts';

/** US dollars as cents. Two decimals were checked. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** A product as it is edited: for all companies, or with the names, price and visibility of one. */
export async function editedProduct(tx: Tx, id: number, companyId: number | null): Promise<EditedProduct> {
  const found = await sql<EditedProduct>`
    SELECT t.id, t.sku, t.kind, t.app, coalesce(c.name_en, t.name_en) AS name_en, coalesce(c.name_ar, t.name_ar) AS name_ar,
           t.summary_en, t.summary_ar, t.description_en, t.description_ar, coalesce(c.price_cents, t.price_cents) / 100.0 AS price,
           coalesce(c.hidden, false) AS hidden, coalesce(c.note, '') AS note, t.stock, t.restock_on::text, t.reserved, t.active, t.version
      FROM market_product t LEFT JOIN market_customized c ON c.product_id = t.id AND c.company_id = ${companyId}
     WHERE t.id = ${id}`.execute(tx);
  const [product] = found.rows;
  if (!product) throw refuse(404, 'not-found');
  return product;
}

const columns: Readonly<Record<string, string>> = {
  nameEn: 'name_en',
  nameAr: 'name_ar',
  summaryEn: 'summary_en',
  summaryAr: 'summary_ar',
  descriptionEn: 'description_en',
  descriptionAr: 'description_ar',
  stock: 'stock',
  restockOn: 'restock_on',
  active: 'active',
};

async function changeForAll(tx: Tx, id: number, { price, ...values }: Partial<Customizing>): Promise<void> {
  const changes = Object.entries(values).flatMap(([field, value]) =>
    columns[field] && value !== undefined ? [sql`${sql.ref(columns[field])} = ${value}`] : [],
  );
  if (price !== undefined) changes.push(sql`price_cents = ${price === null ? null : centsOf(price)}`);
  await sql`UPDATE market_product SET ${sql.join([...changes, sql`version = version + 1`])} WHERE id = ${id}`.execute(
    tx,
  );
}

async function changeForCompany(tx: Tx, id: number, companyId: number, body: Partial<Customizing>): Promise<void> {
  const price = body.price === undefined || body.price === null ? null : centsOf(body.price);
  await sql`
    INSERT INTO market_customized (company_id, product_id, name_en, name_ar, price_cents, hidden, note)
    VALUES (${companyId}, ${id}, ${body.nameEn ?? null}, ${body.nameAr ?? null}, ${price}, ${body.hidden ?? false}, ${body.note ?? ''})
    ON CONFLICT (company_id, product_id) DO UPDATE SET
      name_en = coalesce(excluded.name_en, market_customized.name_en), name_ar = coalesce(excluded.name_ar, market_customized.name_ar),
      price_cents = ${body.price === undefined ? sql`market_customized.price_cents` : sql`excluded.price_cents`},
      hidden = ${body.hidden === undefined ? sql`market_customized.hidden` : sql`excluded.hidden`},
      note = ${body.note === undefined ? sql`market_customized.note` : sql`excluded.note`}`.execute(tx);
  await tx
    .updateTable('marketProduct')
    .set({ version: (row) => row('version', '+', 1) })
    .where('id', '=', id)
    .execute();
}

/** Changes a product for all companies, or for one. Refuses an outdated version. */
export async function customize({
  tx,
  params,
  body,
}: Pick<Context, 'tx'> & { params: { id: number }; body: Customizing }): Promise<EditedProduct> {
  const { companyId, version, ...values } = body;
  const before = await tx
    .selectFrom('marketProduct')
    .select(['version', 'reserved'])
    .where('id', '=', params.id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw refuse(404, 'not-found');
  if (before.version !== version) throw refuse(409, 'changed-meanwhile', { version: before.version }, '20010002');
  if (companyId !== null) await changeForCompany(tx, params.id, companyId, values);
  else {
    if (typeof values.stock === 'number' && values.stock < before.reserved)
      throw refuse(409, 'stock-reserved', { reserved: before.reserved });
    await changeForAll(tx, params.id, values);
  }
  return editedProduct(tx, params.id, companyId);
}

/** Adds a product that no manifest declares, and returns its id. */
export async function insertProduct(tx: Tx, product: NewProduct): Promise<number> {
  const { price } = product;
  const inserted = await tx
    .insertInto('marketProduct')
    .values({
      sku: product.sku,
      kind: product.kind,
      app: product.app,
      solutionIds: product.solutionIds,
      hardwareId: product.hardwareId ?? null,
      nameEn: product.nameEn,
      nameAr: product.nameAr,
      summaryEn: product.summaryEn,
      summaryAr: product.summaryAr,
      descriptionEn: product.descriptionEn,
      descriptionAr: product.descriptionAr,
      priceCents: price === null ? null : centsOf(price),
      months: product.months ?? null,
      units: product.units ?? null,
      icon: product.icon ?? null,
      stock: product.stock ?? null,
      leadTimeDays: product.leadTimeDays,
      siAvailable: product.siAvailable,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}

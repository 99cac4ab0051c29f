import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refusalFor } from './problem-refusals.ts';
import type { Voucher } from './terms.ts';

type Amount = { productId: number; qty: number };

/** The amounts of each product by their ids, in the order in which rows are locked everywhere. */
function byProduct(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<number, number>();
  for (const { productId, qty } of amounts) sums.set(productId, (sums.get(productId) ?? 0) + qty);
  return [...sums].map(([productId, qty]) => ({ productId, qty })).sort((a, b) => a.productId - b.productId);
}

/**
 * Reserves products for an order in one statement, or refuses with the remaining stock of the first one that is short.
 * Runs as the role that sees all rows.
 */
export async function reserveStock(tx: Tx, amounts: readonly Amount[]): Promise<void> {
  const wanted = byProduct(amounts);
  const ids = wanted.map(({ productId }) => productId);
  const reserved = await sql<{ id: number }>`
    WITH wanted AS (
      SELECT p.id, w.qty FROM market_product p
        JOIN unnest(${ids}::integer[], ${wanted.map(({ qty }) => qty)}::integer[]) AS w (id, qty) ON w.id = p.id
       ORDER BY p.id FOR UPDATE OF p)
    UPDATE market_product p SET reserved = p.reserved + CASE WHEN p.stock IS NULL THEN 0 ELSE w.qty END
      FROM wanted w WHERE p.id = w.id AND (p.stock IS NULL OR p.stock - p.reserved >= w.qty) RETURNING p.id`.execute(
    tx,
  );
  if (reserved.rows.length === wanted.length) return;
  const done = new Set(reserved.rows.map(({ id }) => id));
  const short = ids.find((id) => !done.has(id)) as number;
  const left = await sql<{ productId: number; sku: string; left: number }>`
    SELECT id AS product_id, sku, greatest(0, stock - reserved) AS left FROM market_product WHERE id = ${short}`.execute(
    tx,
  );
  throw refusalFor({ word: 'not-in-stock', detail: left.rows[0] ?? {} });
}

/** Releases reserved products. */
export async function releaseStock(tx: Tx, amounts: readonly Amount[]): Promise<void> {
  const given = byProduct(amounts);
  await sql`
    WITH given AS (
      SELECT p.id, w.qty FROM market_product p
        JOIN unnest(${given.map(({ productId }) => productId)}::integer[], ${given.map(({ qty }) => qty)}::integer[]) AS w (id, qty) ON w.id = p.id
       WHERE p.stock IS NOT NULL ORDER BY p.id FOR UPDATE OF p)
    UPDATE market_product p SET reserved = greatest(0, p.reserved - g.qty) FROM given g WHERE p.id = g.id`.execute(tx);
}

/** Takes reserved products out of the stock once they are sent (`sent`), or back into it, still reserved. */
export async function moveStock(tx: Tx, amounts: readonly Amount[], direction: 'sent' | 'returned'): Promise<void> {
  const moved = byProduct(amounts);
  const sign = direction === 'sent' ? -1 : 1;
  await sql`
    WITH moved AS (
      SELECT p.id, w.qty * ${sign} AS qty FROM market_product p
        JOIN unnest(${moved.map(({ productId }) => productId)}::integer[], ${moved.map(({ qty }) => qty)}::integer[]) AS w (id, qty) ON w.id = p.id
       WHERE p.stock IS NOT NULL ORDER BY p.id FOR UPDATE OF p)
    UPDATE market_product p SET stock = greatest(0, p.stock + m.qty), reserved = greatest(0, p.reserved + m.qty) FROM moved m WHERE p.id = m.id`.execute(
    tx,
  );
}

type Redemption = { orderId: number; companyId: number; amountCents: number };

/** Uses a voucher for an order: within its limit, and once per company if it is limited so. */
export async function takeVoucher(
  tx: Tx,
  { id, oncePerCompany }: Voucher,
  { orderId, companyId, amountCents }: Redemption,
): Promise<void> {
  const taken = await sql`
    UPDATE discount SET used = used + 1 WHERE id = ${id} AND active AND (usage_limit IS NULL OR used < usage_limit)`.execute(
    tx,
  );
  if (taken.numAffectedRows !== 1n) throw refusalFor({ word: 'voucher-used-up', detail: {} });
  const redeemed = await tx
    .insertInto('discountRedemption')
    .values({ discountId: id, orderId, companyId, amountCents, oncePerCompany })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (redeemed.numInsertedOrUpdatedRows !== 1n) throw refusalFor({ word: 'voucher-used-by-company', detail: {} });
}

/** Releases the voucher of a cancelled order. */
export async function releaseVoucher(tx: Tx, orderId: number): Promise<void> {
  await sql`
    WITH released AS (
      UPDATE discount_redemption SET released_at = now() WHERE order_id = ${orderId} AND released_at IS NULL RETURNING discount_id)
    UPDATE discount d SET used = d.used - 1 FROM released r WHERE d.id = r.discount_id`.execute(tx);
}

import type pg from 'pg';
import type { BuyerRun } from './order-clients.ts';

type Statement = readonly [sql: string, ...values: unknown[]];
type Copied = 'orders' | 'order_line';

/** The columns of a table that a copy of a row takes over. */
async function columnsOf(pool: pg.Pool, table: Copied): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'uuid', 'voucher_id')`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const step = (name: string): string =>
  `INSERT INTO orders_step (subject_id, step, detail) VALUES ($1, '${name}', '{}')`;

/**
 * The same writes as an order that is submitted and paid, as plain SQL without validation, permissions and prices: they
 * are copied from a stored order. Two transactions, as the product has.
 */
export async function bareBuyer(pool: pg.Pool, sampleId: number): Promise<BuyerRun> {
  const [ofOrder, ofLine] = [await columnsOf(pool, 'orders'), await columnsOf(pool, 'order_line')];
  const copy = (table: Copied, names: readonly string[], set: Record<string, string>, where: string) =>
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => set[name] ?? name).join(', ')} FROM ${table} WHERE ${where}`;
  const fresh = { number: "'B-' || gen_random_uuid()", status: "'submitted'", payment_status: "'unpaid'" };
  const insertOrder = `${copy('orders', ofOrder, { ...fresh, confirmed_at: 'NULL' }, 'id = $1')} RETURNING id`;
  const insertLines = copy('order_line', ofLine, { order_id: '$1' }, 'order_id = $2');
  const inTransaction = async <T>(work: (run: (...statement: Statement) => Promise<pg.QueryResult>) => Promise<T>) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work((text, ...values) => client.query(text, values));
      await client.query('COMMIT');
      return result;
    } finally {
      client.release();
    }
  };
  return async () => {
    const startedAt = performance.now();
    const id = await inTransaction(async (run) => {
      const placed = (await run(insertOrder, sampleId)).rows[0].id as number;
      await run(insertLines, placed, sampleId);
      await run(
        `UPDATE market_product p SET reserved = reserved + 1 FROM (SELECT id FROM market_product WHERE stock IS NOT NULL AND id IN
          (SELECT product_id FROM order_line WHERE order_id = $1) ORDER BY id FOR UPDATE) s WHERE p.id = s.id`,
        placed,
      );
      await run(step('submitted'), placed);
      await run(`UPDATE number_series SET last = last + 1 WHERE series = 'order'`);
      return placed;
    });
    const submitMs = performance.now() - startedAt;
    await inTransaction(async (run) => {
      await run(
        `UPDATE orders SET status = 'confirmed', payment_status = 'paid', version = version + 1 WHERE id = $1`,
        id,
      );
      await run(
        `INSERT INTO payment (order_id, company_id, method, provider, amount, state)
         SELECT id, company_id, 'card', 'sandbox', total, 'succeeded' FROM orders WHERE id = $1`,
        id,
      );
      await run(
        `INSERT INTO deploy_unit (order_id, line_id, company_id, n)
         SELECT order_id, id, company_id, 1 FROM order_line WHERE order_id = $1 AND deploys = 'device'`,
        id,
      );
      await run(step('confirm'), id);
      await run(step('payment-paid'), id);
      await run(
        `INSERT INTO bill (order_id, company_id, kind, year, seq, number, total, data)
         SELECT $1, company_id, kind, year, 1000000 + $1, 'B-' || $1::text, total, data FROM bill WHERE order_id = $2 AND kind = 'invoice'`,
        id,
        sampleId,
      );
    });
    return { submitMs, paidMs: performance.now() - startedAt };
  };
}

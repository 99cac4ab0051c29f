import { sql } from 'kysely';
import type { DeviceToDeploy } from '#core/inventory/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { OrderRow } from '../advance-order.ts';

/** What the log of a device shows of the order with which it came: when it was ordered, and when that was paid. */
export async function pastOfOrder(tx: Tx, order: OrderRow): Promise<NonNullable<DeviceToDeploy['past']>> {
  const { rows } = await sql<{ kind: string; at: string }>`
    SELECT CASE step WHEN 'submitted' THEN 'ordered' ELSE 'paid' END AS kind, min(at) AS at
      FROM orders_step WHERE subject_id = ${order.id} AND step IN ('submitted', 'payment-paid') GROUP BY step ORDER BY 2, 1`.execute(
    tx,
  );
  return rows.map((line) => ({ ...line, data: { order: order.number } }));
}

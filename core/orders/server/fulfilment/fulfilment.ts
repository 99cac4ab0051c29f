import { sql } from 'kysely';
import { physicalKinds } from '#core/market/common/product.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { advanceOrder, type OrderRow } from '../advance-order.ts';

/**
 * Derives the shipping state of an order from its lines without refunded pieces and its parcels, and completes it once
 * all has arrived.
 */
export async function settleFulfilment(context: Emitting, order: OrderRow): Promise<void> {
  const found = await sql<Pick<OrderRow, 'fulfilment' | 'version'>>`
    UPDATE orders o SET version = version + 1, fulfilment = CASE
        WHEN l.shipped = 0 THEN 'none' WHEN l.shipped < l.total THEN 'partially-shipped'
        WHEN EXISTS (SELECT FROM shipment s WHERE s.order_id = o.id AND s.delivered_at IS NULL AND s.returned_at IS NULL) THEN 'shipped'
        ELSE 'delivered' END
      FROM (SELECT sum(greatest(qty - refunded_qty, shipped_qty)) AS total, sum(shipped_qty) AS shipped FROM order_line
             WHERE order_id = ${order.id} AND kind = ANY (${physicalKinds}::text[])) l
     WHERE o.id = ${order.id} RETURNING o.fulfilment, o.version`.execute(context.tx);
  Object.assign(order, found.rows[0]);
  await advanceOrder(context, order);
}

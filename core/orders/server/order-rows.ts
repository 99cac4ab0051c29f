import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { physicalKinds } from '#core/market/common/product.ts';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import type { OrderLine, OrderRow } from '../common/order.ts';
import { nextActionsOf } from './next-actions.ts';

/** Orders in the order of `ids`. Amounts in US dollars. */
export async function orderRows(tx: Tx, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const found = await sql<Omit<OrderRow, 'nextActions'>>`
    SELECT o.id, o.uuid, o.number, o.company_id, ${companyNamed('o.company_id')} AS company, o.status, o.payment_status, o.fulfilment, o.method,
           o.requires_shipping, o.subtotal / 100.0 AS subtotal, o.discount / 100.0 AS discount, o.shipping / 100.0 AS shipping, o.tax / 100.0 AS tax,
           o.total / 100.0 AS total, ${shopCurrency} AS currency, o.voucher_code AS voucher, o.po_number, o.created_at, o.version,
           (to_jsonb(l) || to_jsonb(u) || to_jsonb(s) || jsonb_build_object('refundable', CASE o.payment_status WHEN 'paid' THEN (o.total - r.taken) / 100.0 ELSE 0 END)) AS work
      FROM orders o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(f.amount), 0) AS taken FROM payment_refund f JOIN payment p ON p.id = f.payment_id
        WHERE f.order_id = o.id AND f.state <> 'failed' AND p.state = 'succeeded') r
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(greatest(qty - refunded_qty, shipped_qty)), 0) AS "toShip", coalesce(sum(greatest(0, qty - refunded_qty - shipped_qty)), 0) AS unshipped
         FROM order_line WHERE order_id = o.id AND kind = ANY (${physicalKinds}::text[])) l
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE state = 'pending') AS "pendingUnits", count(*) FILTER (WHERE state = 'error') AS "errorUnits",
              count(*) FILTER (WHERE state = 'done') AS "doneUnits"
         FROM deploy_unit WHERE order_id = o.id) u
     CROSS JOIN LATERAL (
       SELECT count(*) AS "parcelsUnderWay" FROM shipment WHERE order_id = o.id AND delivered_at IS NULL AND returned_at IS NULL) s
     WHERE o.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(
    ids,
    found.rows.map((row) => ({ ...row, nextActions: nextActionsOf(row) })),
  );
}

/** The lines of an order, each with the name at the time of the order. */
export async function orderLines(tx: Tx, orderId: number, locale: 'en' | 'ar'): Promise<OrderLine[]> {
  const found = await sql<OrderLine>`
    SELECT l.id, l.path, l.parent_path AS parent, l.product_id, l.sku, l.kind, l.order_type, l.app, l.solution_id, l.hardware_id,
           ${sql.ref(`l.name_${locale}`)} AS name, l.qty, l.unit / 100.0 AS unit, l.included, l.rate_discount / 100.0 AS rate_discount,
           l.voucher_discount / 100.0 AS voucher_discount, l.net / 100.0 AS net, l.tax_percent, l.tax / 100.0 AS tax, l.shipped_qty, l.deployed_qty, l.refunded_qty
      FROM order_line l WHERE l.order_id = ${orderId} ORDER BY l.position`.execute(tx);
  return found.rows;
}

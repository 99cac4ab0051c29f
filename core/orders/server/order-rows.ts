import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { possibleSteps } from '#platform/common/lifecycle.ts';
import type { Tx } from '#platform/server/database.ts';
import { inOrder } from '#platform/server/rows.ts';
import { type NextAction, type OrderLine, type OrderRow, orderLifecycle } from '../common/order.ts';

type Stored = Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfilment' | 'total'>;

/** What can be done with an order next, the most urgent first. */
export function nextActionsOf({ status, paymentStatus, fulfilment }: Stored): NextAction[] {
  const steps = possibleSteps(orderLifecycle, status, ['seller']);
  return steps.flatMap((step): NextAction[] => {
    if (step === 'confirm') {
      const paid = paymentStatus === 'paid';
      return [{ action: step, by: 'Super Admin', enabled: paid, why: paid ? null : 'not-paid' }];
    }
    if (step !== 'cancel') return [];
    const why = fulfilment !== 'none' ? 'already-shipped' : paymentStatus === 'paid' ? 'already-paid' : null;
    return [{ action: step, by: 'Super Admin', enabled: why === null, why }];
  });
}

/** Orders in the order of `ids`. Amounts in US dollars. */
export async function orderRows(tx: Tx, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const found = await sql<Omit<OrderRow, 'nextActions'>>`
    SELECT o.id, o.uuid, o.number, o.company_id, ${companyNamed('o.company_id')} AS company, o.status, o.payment_status, o.fulfilment, o.method,
           o.requires_shipping, o.subtotal / 100.0 AS subtotal, o.discount / 100.0 AS discount, o.shipping / 100.0 AS shipping, o.tax / 100.0 AS tax,
           o.total / 100.0 AS total, 'USD' AS currency, o.voucher_code AS voucher, o.po_number, o.created_at, o.version
      FROM orders o WHERE o.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(
    ids,
    found.rows.map((row) => ({ ...row, nextActions: nextActionsOf(row) })),
  );
}

/** The lines of an order, each named as it was called when it was ordered. */
export async function orderLines(tx: Tx, orderId: number, locale: 'en' | 'ar'): Promise<OrderLine[]> {
  const found = await sql<OrderLine>`
    SELECT l.id, l.path, l.parent_path AS parent, l.product_id, l.sku, l.kind, l.order_type, l.app, l.solution_id, l.hardware_id,
           ${sql.ref(`l.name_${locale}`)} AS name, l.qty, l.unit / 100.0 AS unit, l.included, l.rate_discount / 100.0 AS rate_discount,
           l.voucher_discount / 100.0 AS voucher_discount, l.net / 100.0 AS net, l.tax_percent, l.tax / 100.0 AS tax, l.shipped_qty, l.deployed_qty
      FROM order_line l WHERE l.order_id = ${orderId} ORDER BY l.position`.execute(tx);
  return found.rows;
}

import { sql } from 'kysely';
import { administratorsOf } from '#core/accounts/server/api.ts';
import { releaseStock, releaseVoucher } from '#core/market/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, inTenant, type Scope, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep } from '#platform/server/records/lifecycle.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type OrderRow, orderLifecycle } from '../common/order.ts';
import { publishOrder } from './live-topics.ts';
import { mailBuyers } from './order-mails.ts';
import { orderRows } from './order-rows.ts';
import { hasOwnStock } from './own-stock.ts';
import { endCardAttempts } from './payments/attempts.ts';
import { refundRest } from './payments/refunds/refund-rows.ts';
import { askForRefund } from './payments/refunds/refunds.ts';
import { cancelPayment, type PayableOrder } from './payments/settle-order.ts';

type Cancelling = { orderId: number; reason: string; by: 'seller' | 'system' };

/** Releases the reservations of a cancelled order; the stock of refunded pieces is already released. */
async function release(tx: Tx, orderId: number): Promise<void> {
  await releaseVoucher(tx, orderId);
  const lines = await sql<{ productId: number; qty: number }>`
    SELECT l.product_id, l.qty - l.refunded_qty AS qty FROM order_line l WHERE l.order_id = ${orderId} AND l.qty > l.refunded_qty AND ${hasOwnStock}`.execute(
    tx,
  );
  await releaseStock(tx, lines.rows);
}

/** Refuses while the order cannot be cancelled, or was changed since the caller has read it. */
export async function assertCancellable(tx: Tx, order: PayableOrder, version?: number): Promise<OrderRow> {
  if (version !== undefined && order.version !== version)
    throw refuse(409, 'changed-meanwhile', { version: order.version }, '20010002');
  const [row] = (await orderRows(tx, [order.id])) as [OrderRow];
  const next = row.nextActions.find(({ action }) => action === 'cancel');
  if (!next?.enabled)
    throw refuse(409, 'step-not-possible', { step: 'cancel', state: order.status, why: next?.why ?? null }, '20020004');
  return row;
}

/**
 * Ends the payments of an order: waiting ones are abandoned, completed ones refunded. Returns the requested refunds.
 */
async function endPayments(tx: Tx, order: PayableOrder): Promise<number[]> {
  const found = await tx
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('state', 'in', ['created', 'pending', 'succeeded'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const refunds: number[] = [];
  for (const payment of found) {
    if (payment.state === 'succeeded') {
      const refundId = await refundRest(tx, payment, 'order-cancelled');
      if (refundId !== null) refunds.push(refundId);
    } else if (payment.provider === 'offline') await cancelPayment(tx, order, payment);
    // Somebody has begun to pay by card in the meantime.
    else throw refuse(409, 'attempt-open', {}, '20030002');
  }
  return refunds;
}

async function cancelLocked(tx: Tx, kit: Kit, order: PayableOrder, { reason, by }: Cancelling): Promise<number[]> {
  const row = await assertCancellable(tx, order);
  const refunds = await endPayments(tx, order);
  await takeStep(tx, orderLifecycle, order, 'cancel', {
    as: [by],
    detail: { reason },
    set: { cancelled_at: sql`rasid_now()`, cancel_reason: reason, version: order.version + 1 },
  });
  await release(tx, order.id);
  await mailBuyers(tx, kit, await administratorsOf(tx, order.companyId), 'cancelled', row);
  return refunds;
}

/**
 * Cancels an order: its open payment is ended at the provider first, so that nobody pays an order that is cancelled;
 * then the order, its reservations and its money change in one transaction.
 */
export async function cancelOrder(kit: Kit, scope: Scope, cancelling: Cancelling): Promise<void> {
  const { orderId } = cancelling;
  await endCardAttempts(kit, orderId);
  const done = await inTenant(kit.people.db, scope, (tx) =>
    bypassRls(tx, scope, async () => {
      const order = await lockRecord<PayableOrder>(tx, 'orders', orderId);
      return { order, refunds: await cancelLocked(tx, kit, order, cancelling) };
    }),
  );
  publishOrder(kit, done.order);
  for (const refundId of done.refunds) askForRefund(kit, refundId);
}

/** Why the server itself cancels: a text under `cancelReasons`. */
export const cancelUnpaid = (kit: Kit, orderId: number): Promise<void> =>
  cancelOrder(kit, systemScope, { orderId, reason: 'not-paid-in-time', by: 'system' });

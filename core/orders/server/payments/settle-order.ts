import { sql } from 'kysely';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep, writeStep } from '#platform/server/records/lifecycle.ts';
import { type OrderDetail, orderLifecycle } from '../../common/order.ts';
import { type AttemptState, attemptLifecycle } from '../../common/payment.ts';
import { advanceOrder, type OrderRow as DeployedOrder } from '../advance-order.ts';
import { issueInvoice } from '../bills/api.ts';
import { beginDeployment } from '../fulfilment/deployment.ts';
import { mailBuyer, mailFinance } from './money-mails.ts';
import { insertRefund } from './refunds/refund-rows.ts';

export type StoredPayment = {
  id: number;
  uuid: string;
  orderId: number;
  companyId: number;
  method: string;
  provider: string;
  providerRef: string | null;
  amount: number;
  state: AttemptState;
  failure: string | null;
  mismatch: number | null;
  approvedAt: string | null;
};
/** Amounts in US cents. */
export type PayableOrder = DeployedOrder & Pick<OrderDetail, 'paymentStatus'> & { total: number };

const system = { as: ['system'] } as const;

/** Locks an order, then one of its payments, which is the order of locks everywhere. */
export async function lockPayment(tx: Tx, paymentId: number): Promise<{ order: PayableOrder; payment: StoredPayment }> {
  const found = await tx.selectFrom('payment').select('orderId').where('id', '=', paymentId).executeTakeFirst();
  const order = await lockRecord<PayableOrder>(tx, 'orders', found?.orderId ?? 0);
  return { order, payment: await lockRecord<StoredPayment>(tx, 'payment', paymentId) };
}

/** Changes the payment status of a locked order, in its row and in `order`, and logs the step. */
export async function setPaymentStatus(
  tx: Tx,
  order: PayableOrder,
  status: PayableOrder['paymentStatus'],
): Promise<void> {
  if (order.paymentStatus === status) return;
  await tx
    .updateTable('orders')
    .set({ paymentStatus: status, version: (row) => row('version', '+', 1) })
    .where('id', '=', order.id)
    .execute();
  await writeStep(tx, 'orders', order.id, `payment-${status}`, { was: order.paymentStatus });
  order.paymentStatus = status;
  order.version += 1;
}

/** Confirms a submitted order that is paid, or whose purchase order was approved, and begins to create its units. */
export async function confirmOrder(context: Emitting, order: PayableOrder): Promise<void> {
  if (order.status !== 'submitted') return;
  await takeStep(context.tx, orderLifecycle, order, 'confirm', {
    ...system,
    set: { confirmed_at: sql`rasid_now()`, version: order.version + 1 },
  });
  await beginDeployment(context, order.id);
}

/** All the money for the order has arrived. */
export async function markPaid(context: Emitting, order: PayableOrder): Promise<void> {
  await setPaymentStatus(context.tx, order, 'paid');
  await emit(context, 'order.paid', { id: order.id, companyId: order.companyId });
}

type Taken = Record<string, unknown>;

/**
 * The money has arrived: the order is paid, confirmed and billed. For an order that is already paid or was cancelled a
 * refund is requested. `set` are further columns of the payment. Returns the id of the refund, or null.
 */
export async function takeMoney(
  context: Emitting,
  order: PayableOrder,
  payment: StoredPayment,
  set: Taken = {},
): Promise<number | null> {
  const { tx, kit } = context;
  const settled = order.paymentStatus === 'paid' || order.paymentStatus === 'refunded';
  if (settled || order.status === 'cancelled') {
    await takeStep(tx, attemptLifecycle, payment, 'exceed', { ...system, set: { ...set, check_at: null } });
    await writeStep(tx, 'orders', order.id, 'surplus', { payment: payment.uuid, amount: payment.amount / 100 });
    await mailFinance(tx, kit, 'surplus', order, payment.amount);
    return insertRefund(tx, payment, { amount: payment.amount, reason: 'surplus' });
  }
  await takeStep(tx, attemptLifecycle, payment, 'succeed', {
    ...system,
    set: { ...set, check_at: null, failure: null, mismatch: null },
  });
  await markPaid(context, order);
  if (order.status === 'submitted') await confirmOrder(context, order);
  else await advanceOrder(context, order);
  await mailBuyer(tx, kit, 'paid', order, payment.amount);
  await issueInvoice(tx, order.id);
  return null;
}

/** This attempt has failed; the buyer may try again. */
export async function failPayment(
  tx: Tx,
  kit: Kit,
  order: PayableOrder,
  payment: StoredPayment,
  failure: string | null,
): Promise<void> {
  await takeStep(tx, attemptLifecycle, payment, 'fail', { ...system, detail: { failure }, set: { failure } });
  await setPaymentStatus(tx, order, 'failed');
  await mailBuyer(tx, kit, 'failed', order, payment.amount);
}

/** An abandoned attempt. */
export async function cancelPayment(tx: Tx, order: PayableOrder, payment: StoredPayment): Promise<void> {
  await takeStep(tx, attemptLifecycle, payment, 'cancel', { ...system, set: { check_at: null } });
  if (order.paymentStatus !== 'paid') await setPaymentStatus(tx, order, 'unpaid');
}

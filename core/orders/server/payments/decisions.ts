import { sql } from 'kysely';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { sqlPresent } from '#platform/server/postgres/values.ts';
import { lockRecord, writeStep } from '#platform/server/records/lifecycle.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { PaymentDecision, PaymentRow, paymentRoutes } from '../../common/payment.ts';
import { publishOrder } from '../live-topics.ts';
import { paymentRows } from './payment-rows.ts';
import { insertRefund, refundableOf } from './refunds/refund-rows.ts';
import { linesToRefund } from './refunds/refunded-lines.ts';
import { askForRefund, completeRefund, type StoredRefund } from './refunds/refunds.ts';
import { takeBack } from './refunds/take-back.ts';
import {
  confirmOrder,
  failPayment,
  lockPayment,
  type PayableOrder,
  type StoredPayment,
  takeMoney,
} from './settle-order.ts';

type Deciding = Context<typeof paymentRoutes.decide>;
type Locked = { order: PayableOrder; payment: StoredPayment };

const notPossible = (step: string, { payment }: Locked) =>
  refuse(409, 'step-not-possible', { step, state: payment.state }, '20020004');

function assertWaiting(step: string, locked: Locked): void {
  if (locked.payment.provider !== 'offline' || locked.payment.state !== 'pending') throw notPossible(step, locked);
}

/** A purchase order is not a payment: the order proceeds, and its payment waits. */
async function approve(context: Deciding, locked: Locked): Promise<void> {
  const { tx, actor } = context;
  const { order, payment } = locked;
  assertWaiting('approve', locked);
  if (payment.method !== 'purchase-order' || payment.approvedAt) throw notPossible('approve', locked);
  await tx
    .updateTable('payment')
    .set({ approvedBy: actor.session.user.id, approvedAt: sqlPresent })
    .where('id', '=', payment.id)
    .execute();
  await writeStep(tx, 'orders', order.id, 'purchase-order-approved', { payment: payment.uuid });
  await confirmOrder(context, order);
}

/** A required field of the decision. */
function required<Field extends keyof PaymentDecision>(
  body: PaymentDecision,
  field: Field,
): NonNullable<PaymentDecision[Field]> {
  const value = body[field];
  if (value === null || value === undefined || value === '') throw invalid(field, 'Required');
  return value as NonNullable<PaymentDecision[Field]>;
}

async function confirm(context: Deciding, locked: Locked): Promise<void> {
  const { kit, actor, body, afterCommit } = context;
  const { order, payment } = locked;
  assertWaiting('confirm', locked);
  const cents = Math.round(required(body, 'amount') * 100);
  const [valueDate, reference] = [required(body, 'valueDate'), required(body, 'reference')];
  if (cents !== payment.amount) throw refuse(409, 'payment-mismatch', { expected: payment.amount / 100 }, '20030003');
  const set = {
    confirmed_by: actor.session.user.id,
    confirmed_at: sql`rasid_now()`,
    value_date: valueDate,
    reference,
  };
  const refundId = await takeMoney(context, order, payment, set);
  if (refundId !== null) afterCommit(() => askForRefund(kit, refundId));
}

async function reject({ tx, kit, body }: Deciding, locked: Locked): Promise<void> {
  assertWaiting('reject', locked);
  const reason = required(body, 'reason');
  if (locked.payment.approvedAt) throw notPossible('reject', locked);
  await failPayment(tx, kit, locked.order, locked.payment, reason);
}

/** A refund by transfer is complete when a person confirms it; one by a provider when the provider does. */
async function refund(context: Deciding, locked: Locked): Promise<void> {
  const { tx, kit, body, afterCommit } = context;
  const { order, payment } = locked;
  if (payment.state !== 'succeeded' && payment.state !== 'surplus') throw notPossible('refund', locked);
  const refundId = body.refundId ?? (await requestRefund(context, locked));
  const stored = await lockRecord<StoredRefund>(tx, 'payment_refund', refundId);
  if (stored.paymentId !== payment.id || stored.state !== 'requested') throw notPossible('refund', locked);
  if (payment.provider !== 'offline') {
    await writeStep(tx, 'orders', order.id, 'refund-requested', { reason: body.reason });
    afterCommit(() => askForRefund(kit, refundId));
    return;
  }
  const [reference, valueDate] = [required(body, 'reference'), required(body, 'valueDate')];
  await tx.updateTable('paymentRefund').set({ reference, valueDate }).where('id', '=', refundId).execute();
  await completeRefund(context, locked, stored);
}

async function requestRefund(context: Deciding, { order, payment }: Locked): Promise<number> {
  const { tx, body, actor } = context;
  if (body.evenActive && actor.session.user.adminType !== 'Super Admin') throw invalid('evenActive', 'invalid');
  const reason = required(body, 'reason');
  const lines = body.lines.length > 0 ? await linesToRefund(tx, order.id, body.lines) : [];
  const amount =
    lines.length > 0 ? lines.reduce((sum, line) => sum + line.amount, 0) : Math.round(required(body, 'amount') * 100);
  if (amount <= 0) throw invalid('amount', 'positiveNumber');
  const refundId = await insertRefund(tx, payment, { amount, reason, lines });
  if (payment.state === 'succeeded') {
    const whole = (await refundableOf(tx, payment)) === 0;
    if (whole || lines.length > 0) await takeBack(context, order, whole ? null : lines, body.evenActive);
  }
  return refundId;
}

const actions = { approve, confirm, reject, refund };

/** Takes a decision about a payment, with order and payment locked. */
export async function decidePayment(context: Deciding): Promise<PaymentRow> {
  const { tx, kit, actor, params, body, afterCommit } = context;
  return bypassRls(tx, actor.scope, async () => {
    const locked = await lockPayment(tx, body.paymentId);
    if (locked.order.id !== params.id) throw refuse(404, 'not-found');
    await actions[body.action](context, locked);
    afterCommit(() => publishOrder(kit, locked.order));
    return (await paymentRows(tx, [body.paymentId]))[0] as PaymentRow;
  });
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { lockRecord, takeStep, writeStep } from '#platform/server/lifecycle.ts';
import { orderLifecycle } from '../../common/order.ts';
import { type AttemptState, attemptLifecycle } from '../../common/payment.ts';
import { beginDeployment } from '../deployment.ts';
import { publishOrder } from '../live-topics.ts';
import type { ProviderState } from './provider.ts';

export type StoredPayment = {
  id: number;
  uuid: string;
  orderId: number;
  companyId: number;
  provider: string;
  providerRef: string | null;
  amount: number;
  state: AttemptState;
  failure: string | null;
};
type StoredOrder = {
  id: number;
  companyId: number;
  status: 'submitted' | 'confirmed' | 'deployed' | 'completed' | 'cancelled';
  paymentStatus: string;
  total: number;
  version: number;
};

const system = { as: ['system'] } as const;

async function setPaymentStatus(tx: Tx, order: StoredOrder, status: string): Promise<void> {
  if (order.paymentStatus === status) return;
  await sql`UPDATE orders SET payment_status = ${status}, version = version + 1 WHERE id = ${order.id}`.execute(tx);
  await writeStep(tx, 'orders', order.id, `payment-${status}`, { was: order.paymentStatus });
  order.paymentStatus = status;
  order.version += 1;
}

/** The money has come: the order is paid and confirmed, or has a surplus if another attempt has paid or it was cancelled. */
async function succeed(tx: Tx, order: StoredOrder, payment: StoredPayment): Promise<void> {
  if (order.paymentStatus === 'paid' || order.status === 'cancelled') {
    await takeStep(tx, attemptLifecycle, payment, 'exceed', { ...system, set: { check_at: null } });
    await writeStep(tx, 'orders', order.id, 'surplus', { payment: payment.uuid });
    return;
  }
  await takeStep(tx, attemptLifecycle, payment, 'succeed', { ...system, set: { check_at: null, failure: null } });
  await setPaymentStatus(tx, order, 'paid');
  if (order.status === 'submitted') {
    await takeStep(tx, orderLifecycle, order, 'confirm', {
      ...system,
      set: { confirmed_at: sql`now()`, version: order.version + 1 },
    });
    await beginDeployment(tx, order.id);
  }
}

async function fail(tx: Tx, order: StoredOrder, payment: StoredPayment, failure: string | null): Promise<void> {
  await takeStep(tx, attemptLifecycle, payment, 'fail', { ...system, detail: { failure }, set: { failure } });
  await setPaymentStatus(tx, order, 'failed');
}

/**
 * The one function that moves money states. Locks the order, then the attempt, and goes forward only: the same state
 * again changes nothing, and a failure after a success neither. Returns what became of it.
 */
export async function settle(kit: Kit, paymentId: number, told: ProviderState): Promise<string> {
  return emittingAsSystem(kit, kit.db, async ({ tx, afterCommit }) => {
    const orderOf = await sql<{ orderId: number }>`SELECT order_id FROM payment WHERE id = ${paymentId}`.execute(tx);
    const order = await lockRecord<StoredOrder>(tx, 'orders', orderOf.rows[0]?.orderId as number);
    const payment = await lockRecord<StoredPayment>(tx, 'payment', paymentId);
    afterCommit(() => publishOrder(kit, order));
    if (payment.state === 'succeeded' || payment.state === 'surplus') return 'settled';
    if (told.state === 'succeeded') {
      if (told.amount !== payment.amount || told.currency !== 'USD') {
        await writeStep(tx, 'orders', order.id, 'payment-mismatch', { expected: payment.amount, got: told.amount });
        kit.log.error({ payment: payment.uuid }, 'a provider reports another amount than that of the order');
        return 'mismatch';
      }
      await succeed(tx, order, payment);
      return payment.state;
    }
    if (payment.state === 'cancelled') return 'cancelled';
    if (told.state === 'failed') {
      if (payment.state !== 'failed') await fail(tx, order, payment, told.failure);
      return 'failed';
    }
    if (told.state === 'cancelled') {
      await takeStep(tx, attemptLifecycle, payment, 'cancel', { ...system, set: { check_at: null } });
      await setPaymentStatus(tx, order, 'unpaid');
      return 'cancelled';
    }
    if (payment.state !== 'pending' && told.state === 'requires-action') {
      await takeStep(tx, attemptLifecycle, payment, 'wait', { ...system });
      await setPaymentStatus(tx, order, 'pending');
    }
    return 'waiting';
  });
}

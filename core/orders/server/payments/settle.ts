import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { takeStep, writeStep } from '#platform/server/records/lifecycle.ts';
import { attemptLifecycle } from '../../common/payment.ts';
import { publishOrder } from '../live-topics.ts';
import { mailFinance } from './money-mails.ts';
import type { ProviderState } from './provider.ts';
import { askForRefund } from './refunds/refunds.ts';
import {
  cancelPayment,
  failPayment,
  lockPayment,
  type PayableOrder,
  type StoredPayment,
  setPaymentStatus,
  takeMoney,
} from './settle-order.ts';

type Locked = { order: PayableOrder; payment: StoredPayment };

/** Stores the amount that the provider reports and asks the Financial Admins to check, once per amount. */
async function recordMismatch(
  kit: Kit,
  tx: Parameters<typeof lockPayment>[0],
  { order, payment }: Locked,
  reported: ProviderState,
) {
  if (payment.mismatch === reported.amount) return;
  await tx.updateTable('payment').set({ mismatch: reported.amount }).where('id', '=', payment.id).execute();
  await writeStep(tx, 'orders', order.id, 'payment-mismatch', {
    expected: payment.amount,
    got: reported.amount,
    currency: reported.currency,
  });
  await mailFinance(tx, kit, 'mismatch', order, reported.amount);
  kit.log.error({ payment: payment.uuid }, 'a provider reports an amount that differs from that of the order');
}

/**
 * The only function that applies reports of providers. Locks the order, then the attempt, and only moves forward: a
 * repeated state changes nothing, nor does a failure after a success. Returns the outcome.
 */
export async function settle(kit: Kit, paymentId: number, reported: ProviderState): Promise<string> {
  return emittingAsSystem(kit, kit.db, async (context) => {
    const { tx, afterCommit } = context;
    const locked = await lockPayment(tx, paymentId);
    const { order, payment } = locked;
    if (payment.state === 'succeeded' || payment.state === 'surplus') return 'settled';
    afterCommit(() => publishOrder(kit, order));
    if (reported.state === 'succeeded') {
      if (reported.amount !== payment.amount || reported.currency !== shopCurrency) {
        await recordMismatch(kit, tx, locked, reported);
        return 'mismatch';
      }
      const refundId = await takeMoney(context, order, payment);
      if (refundId !== null) afterCommit(() => askForRefund(kit, refundId));
      return payment.state;
    }
    if (payment.state === 'cancelled') return 'cancelled';
    if (reported.state === 'failed') {
      if (payment.state !== 'failed') await failPayment(tx, kit, order, payment, reported.failure);
      // Another card was declined for another reason.
      else await tx.updateTable('payment').set({ failure: reported.failure }).where('id', '=', payment.id).execute();
      return 'failed';
    }
    if (reported.state === 'cancelled') {
      await cancelPayment(tx, order, payment);
      return 'cancelled';
    }
    if (payment.state !== 'pending' && reported.state === 'requires-action') {
      await takeStep(tx, attemptLifecycle, payment, 'wait', { as: ['system'] });
      await setPaymentStatus(tx, order, 'pending');
    }
    return 'waiting';
  });
}

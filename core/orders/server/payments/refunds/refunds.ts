import { sql } from 'kysely';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlPresent } from '#platform/server/postgres/values.ts';
import { lockRecord, writeStep } from '#platform/server/records/lifecycle.ts';
import { advanceOrder } from '../../advance-order.ts';
import { issueCreditNote } from '../../bills/api.ts';
import { publishOrder } from '../../live-topics.ts';
import { providerNamed } from '../card-provider.ts';
import { mailBuyer } from '../money-mails.ts';
import type { ProviderRefund } from '../provider.ts';
import { lockPayment, type PayableOrder, type StoredPayment, setPaymentStatus } from '../settle-order.ts';

export type StoredRefund = {
  id: number;
  uuid: string;
  paymentId: number;
  amount: number;
  reason: string;
  state: 'requested' | 'succeeded' | 'failed';
  providerRef: string | null;
};

/**
 * The money of a refund is back: a credit note is issued, and a completely refunded order is marked as such. Order,
 * payment and refund are locked by the caller. Surplus payments were never billed and have no credit note.
 */
export async function completeRefund(
  context: Emitting,
  { order, payment }: { order: PayableOrder; payment: StoredPayment },
  refund: StoredRefund,
): Promise<void> {
  const { tx, kit } = context;
  await tx
    .updateTable('paymentRefund')
    .set({ state: 'succeeded', checkAt: null, finishedAt: sqlPresent })
    .where('id', '=', refund.id)
    .execute();
  await writeStep(tx, 'orders', order.id, 'refunded', { amount: refund.amount / 100, reason: refund.reason });
  if (payment.state === 'succeeded') {
    const back = await sql<{ sum: number }>`
      SELECT sum(amount)::bigint AS sum FROM payment_refund WHERE payment_id = ${payment.id} AND state = 'succeeded'`.execute(
      tx,
    );
    if (back.rows[0]?.sum === payment.amount) {
      await setPaymentStatus(tx, order, 'refunded');
      await advanceOrder(context, order);
    }
  }
  await mailBuyer(tx, kit, 'refunded', order, refund.amount);
  if (payment.state === 'succeeded') await issueCreditNote(tx, order.id, refund);
}

/** Applies the state of a refund at its provider. Locks order, payment and refund; a finished refund is not changed. */
async function settleRefund(kit: Kit, { id, paymentId }: StoredRefund, reported: ProviderRefund): Promise<void> {
  await emittingAsSystem(kit, kit.db, async (context) => {
    const { tx, afterCommit } = context;
    const locked = await lockPayment(tx, paymentId);
    const refund = await lockRecord<StoredRefund>(tx, 'payment_refund', id);
    if (refund.state !== 'requested') return;
    afterCommit(() => publishOrder(kit, locked.order));
    if (reported.ref)
      await tx.updateTable('paymentRefund').set({ providerRef: reported.ref }).where('id', '=', id).execute();
    if (reported.state === 'succeeded') await completeRefund(context, locked, refund);
    if (reported.state !== 'failed') return;
    await tx
      .updateTable('paymentRefund')
      .set({ state: 'failed', checkAt: null, finishedAt: sqlPresent })
      .where('id', '=', id)
      .execute();
    await writeStep(tx, 'orders', locked.order.id, 'refund-failed', { amount: refund.amount / 100 });
  });
}

async function requestFromProvider(kit: Kit, refundId: number): Promise<void> {
  const found = await inSystem(kit.db, (tx) =>
    sql<StoredRefund & { provider: string; intent: string | null }>`
      SELECT r.id, r.uuid, r.payment_id, r.amount, r.reason, r.state, r.provider_ref, p.provider, p.provider_ref AS intent
        FROM payment_refund r JOIN payment p ON p.id = r.payment_id WHERE r.id = ${refundId} AND r.state = 'requested'`.execute(
      tx,
    ),
  );
  const [refund] = found.rows;
  const provider = refund && providerNamed(kit, refund.provider);
  // Transfers are sent back by people.
  if (!provider || refund.intent === null) return;
  const { uuid: key, amount, providerRef: known } = refund;
  await settleRefund(kit, refund, await provider.refund(refund.intent, { key, amount, known }));
}

/** Requests a committed refund from the provider. Failures are retried by the worker. */
export function askForRefund(kit: Kit, refundId: number): void {
  requestFromProvider(kit, refundId).catch((error: Error) =>
    kit.log.warn({ err: error, refund: refundId }, 'a refund could not be requested from its provider'),
  );
}

const mostRefunds = 100;

/** Retries due refunds of providers: after 1, 2, 4 … minutes, at most a day. */
export async function repeatRefunds(kit: Kit): Promise<void> {
  const due = await inSystem(kit.db, (tx) =>
    sql<{ id: number }>`
      UPDATE payment_refund r SET checks = least(r.checks + 1, 20),
             check_at = now() + least(1440, 2 ^ least(r.checks + 1, 11)) * interval '1 minute'
        FROM (SELECT r.id FROM payment_refund r JOIN payment p ON p.id = r.payment_id
               WHERE r.state = 'requested' AND r.check_at <= now() AND p.provider_ref IS NOT NULL
               ORDER BY r.check_at LIMIT ${mostRefunds} FOR UPDATE OF r SKIP LOCKED) due
       WHERE r.id = due.id RETURNING r.id`.execute(tx),
  );
  for (const { id } of due.rows)
    await requestFromProvider(kit, id).catch((error: Error) =>
      kit.log.warn({ err: error, refund: id }, 'a refund could not be requested from its provider'),
    );
}

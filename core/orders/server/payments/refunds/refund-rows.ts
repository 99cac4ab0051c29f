import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { RefundRow } from '../../../common/refund.ts';

type NewRefund = {
  /** US cents. */
  amount: number;
  reason: string;
  lines?: readonly object[];
};

/** The part of a payment that is neither refunded nor about to be, in US cents. Its row is locked by the caller. */
export async function refundableOf(tx: Tx, payment: { id: number; amount: number }): Promise<number> {
  const found = await sql<{ taken: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS taken FROM payment_refund WHERE payment_id = ${payment.id} AND state <> 'failed'`.execute(
    tx,
  );
  return payment.amount - (found.rows[0]?.taken ?? 0);
}

/** Requests a refund of a payment that the caller has locked. Refuses more than the remaining amount. */
export async function insertRefund(
  tx: Tx,
  payment: { id: number; orderId: number; companyId: number; amount: number },
  { amount, reason, lines = [] }: NewRefund,
): Promise<number> {
  const refundable = await refundableOf(tx, payment);
  if (amount > refundable) throw refuse(409, 'refund-too-high', { refundable: refundable / 100 }, '20030004');
  const made = await tx
    .insertInto('paymentRefund')
    .values({
      paymentId: payment.id,
      orderId: payment.orderId,
      companyId: payment.companyId,
      amount,
      reason,
      lines: JSON.stringify(lines),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Requests all that is left of a payment; null if nothing is. */
export async function refundRest(
  tx: Tx,
  payment: { id: number; orderId: number; companyId: number; amount: number },
  reason: string,
): Promise<number | null> {
  const amount = await refundableOf(tx, payment);
  return amount > 0 ? insertRefund(tx, payment, { amount, reason }) : null;
}

const columns = sql`
  SELECT r.id, r.payment_id, r.order_id, o.number AS order, ${companyNamed('r.company_id')} AS company, p.provider, r.amount / 100.0 AS amount,
         r.reason, r.state, r.reference, r.value_date::text AS value_date, r.created_at, r.finished_at
    FROM payment_refund r JOIN orders o ON o.id = r.order_id JOIN payment p ON p.id = r.payment_id`;

/** Refunds in the order of `ids`. */
export async function refundRows(tx: Tx, ids: readonly number[]): Promise<RefundRow[]> {
  const found = await sql<RefundRow>`${columns} WHERE r.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

export const refundsOf = async (tx: Tx, orderId: number): Promise<RefundRow[]> =>
  (await sql<RefundRow>`${columns} WHERE r.order_id = ${orderId} ORDER BY r.id`.execute(tx)).rows;

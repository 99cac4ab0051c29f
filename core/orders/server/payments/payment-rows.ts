import { type RawBuilder, sql } from 'kysely';
import { companyNamed, personNamed } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Context, ListReply } from '#platform/server/serve.ts';
import { type PaymentRow, paymentList, type paymentRoutes } from '../../common/payment.ts';

const columns = sql`
  SELECT p.id, p.uuid AS attempt_id, p.order_id, o.number AS order, ${companyNamed('p.company_id')} AS company, p.method, p.provider,
         p.amount / 100.0 AS amount, p.state, p.failure, p.mismatch / 100.0 AS mismatch,
         (SELECT coalesce(sum(r.amount), 0) / 100.0 FROM payment_refund r WHERE r.payment_id = p.id AND r.state = 'succeeded') AS refunded,
         p.po_number, p.proof_file_id IS NOT NULL AS has_proof, ${personNamed('p.approved_by')} AS approved_by,
         ${personNamed('p.confirmed_by')} AS confirmed_by, p.value_date::text AS value_date, p.reference, p.created_at
    FROM payment p JOIN orders o ON o.id = p.order_id`;

/** Payments in the order of `ids`. */
export async function paymentRows(tx: Tx, ids: readonly number[]): Promise<PaymentRow[]> {
  const found = await sql<PaymentRow>`${columns} WHERE p.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

/** The payments of an order, the first one first. */
export const paymentsOf = async (tx: Tx, orderId: number): Promise<PaymentRow[]> =>
  (await sql<PaymentRow>`${columns} WHERE p.order_id = ${orderId} ORDER BY p.id`.execute(tx)).rows;

/** Payments that wait for a person. A card payment is unsettled if it is still open after a quarter of an hour. */
const queues: Readonly<Record<string, RawBuilder<unknown>>> = {
  'to-confirm': sql`t.provider = 'offline' AND t.state = 'pending'`,
  unsettled: sql`t.provider <> 'offline' AND t.state IN ('created', 'pending') AND t.created_at < now() - interval '15 minutes'`,
  mismatches: sql`t.mismatch IS NOT NULL AND t.state <> 'succeeded'`,
};

export async function listPayments({
  tx,
  actor,
  list,
  query,
}: Context<typeof paymentRoutes.list>): Promise<ListReply<PaymentRow>> {
  const queue = query.queue && queues[query.queue];
  const { ids, totalRecords } = await findIds(tx, {
    table: 'payment',
    spec: paymentList,
    query: list,
    scope: actor.scope,
    where: queue ? [queue] : [],
    columns: { amount: sql`(t.amount / 100.0)` },
  });
  return { data: await paymentRows(tx, ids), totalRecords };
}

import { sql } from 'kysely';
import { changeableCompany } from '#platform/server/company-access.ts';
import { bypassRls, inSystem, inTenant, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { lockRecord } from '#platform/server/lifecycle.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { Attempt } from '../../common/payment.ts';
import type { Provider } from './provider.ts';
import { type StoredPayment, settle } from './settle.ts';

type Paying = { kit: Kit; actor: Actor };
type OrderToPay = { id: number; uuid: string; companyId: number; status: string; paymentStatus: string; total: number };
/** A minute until the provider is asked for the first time. */
const firstCheck = sql`now() + interval '1 minute'`;

const selected = sql`SELECT id, uuid, order_id, company_id, provider, provider_ref, amount, state, failure FROM payment`;

async function paymentWhere(tx: Tx, where: ReturnType<typeof sql>): Promise<StoredPayment | undefined> {
  const found = await sql<StoredPayment>`${selected} WHERE ${where} ORDER BY id DESC LIMIT 1`.execute(tx);
  return found.rows[0];
}

/** The open or failed card attempt of an order, or a new one. One order has one live payment at its provider. */
async function attemptFor(tx: Tx, order: OrderToPay, provider: Provider): Promise<StoredPayment> {
  const open = await paymentWhere(
    tx,
    sql`order_id = ${order.id} AND provider = ${provider.name} AND state IN ('created', 'pending', 'failed')`,
  );
  if (open) return open;
  const made = await sql<StoredPayment>`
    INSERT INTO payment (order_id, company_id, method, provider, amount, check_at)
    VALUES (${order.id}, ${order.companyId}, 'card', ${provider.name}, ${order.total}, ${firstCheck})
    RETURNING id, uuid, order_id, company_id, provider, provider_ref, amount, state, failure`.execute(tx);
  return made.rows[0] as StoredPayment;
}

async function answerOf(kit: Kit, provider: Provider, id: number): Promise<Attempt> {
  const payment = await inSystem(kit.db, (tx) => paymentWhere(tx, sql`id = ${id}`));
  if (!payment) throw refuse(404, 'not-found');
  const open = payment.state === 'created' || payment.state === 'pending' || payment.state === 'failed';
  return {
    attemptId: payment.uuid,
    orderId: payment.orderId,
    state: payment.state,
    provider: payment.provider,
    amount: payment.amount / 100,
    failure: payment.failure,
    clientSecret: open && payment.providerRef ? await provider.clientSecret(payment.providerRef) : null,
    reference: payment.providerRef,
  };
}

/**
 * Begins to pay an order: stores the attempt, then asks the provider under the key of the attempt. If the process ends
 * in between, the next start goes on with the same attempt and the same intent.
 */
export async function startPayment({ kit, actor }: Paying, provider: Provider, orderId: number): Promise<Attempt> {
  const { payment, order } = await inTenant(kit.people.db, actor.scope, async (tx) => {
    const order = await lockRecord<OrderToPay>(tx, 'orders', orderId);
    changeableCompany(actor, order.companyId);
    if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded')
      throw refuse(409, 'already-paid', {}, '20030001');
    if (order.status === 'cancelled' || order.total === 0)
      throw refuse(409, 'step-not-possible', { step: 'pay', state: order.status }, '20020004');
    return { order, payment: await bypassRls(tx, actor.scope, () => attemptFor(tx, order, provider)) };
  });
  if (payment.providerRef === null) {
    const { ref } = await provider.start({ key: payment.uuid, amount: payment.amount, order: order.uuid });
    await inSystem(kit.db, (tx) =>
      sql`UPDATE payment SET provider_ref = ${ref} WHERE id = ${payment.id} AND provider_ref IS NULL`.execute(tx),
    );
  }
  return answerOf(kit, provider, payment.id);
}

/** Asks the provider about an attempt of the caller's company, and settles what it says. */
export async function askAboutPayment({ kit, actor }: Paying, provider: Provider, uuid: string): Promise<Attempt> {
  const payment = await inTenant(kit.people.db, actor.scope, (tx) => paymentWhere(tx, sql`uuid = ${uuid}::uuid`));
  if (!payment) throw refuse(404, 'not-found');
  changeableCompany(actor, payment.companyId);
  if (payment.providerRef) await settle(kit, payment.id, await provider.read(payment.providerRef));
  return answerOf(kit, provider, payment.id);
}

/** Asks the provider about the payment of a reference; null if no payment has it yet. */
export async function settleReference(kit: Kit, provider: Provider, ref: string): Promise<string | null> {
  const payment = await inSystem(kit.db, (tx) =>
    paymentWhere(tx, sql`provider = ${provider.name} AND provider_ref = ${ref}`),
  );
  return payment ? settle(kit, payment.id, await provider.read(ref)) : null;
}

import { sql } from 'kysely';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, inSystem, inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, writeStep } from '#platform/server/records/lifecycle.ts';
import { Refusal, refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import { type Attempt, isOffline, type MethodOffer } from '../../common/payment.ts';
import { assertCards, providerNamed } from './card-provider.ts';
import type { Provider } from './provider.ts';
import { settle } from './settle.ts';
import { cancelPayment, type PayableOrder, type StoredPayment } from './settle-order.ts';

type Paying = { kit: Kit; actor: Actor };
type OrderToPay = PayableOrder & { uuid: string; method: MethodOffer['id'] | null };
/** The largest amount that is charged to a card, in US cents. */
const largestByCard = 999_999_999;
/** One minute until the provider is first queried. */
const firstCheck = sql`now() + interval '1 minute'`;

const columns = sql.raw(
  'id, uuid, order_id, company_id, method, provider, provider_ref, amount, state, failure, mismatch, approved_at',
);
const selected = sql`SELECT ${columns} FROM payment`;

/** The latest payment that meets the condition. */
export async function paymentWhere(tx: Tx, where: ReturnType<typeof sql>): Promise<StoredPayment | undefined> {
  const found = await sql<StoredPayment>`${selected} WHERE ${where} ORDER BY id DESC LIMIT 1`.execute(tx);
  return found.rows[0];
}

/** Abandons a waiting transfer or purchase order, unless it was approved: then it pays the order. */
async function giveUpOffline(tx: Tx, order: OrderToPay): Promise<void> {
  const waiting = await paymentWhere(tx, sql`order_id = ${order.id} AND provider = 'offline' AND state = 'pending'`);
  if (!waiting) return;
  if (waiting.approvedAt) throw refuse(409, 'attempt-open', {}, '20030002');
  await cancelPayment(tx, order, await lockRecord<StoredPayment>(tx, 'payment', waiting.id));
}

/** The open or failed card attempt of an order, or a new one. One order has one live payment at its provider. */
async function attemptFor(tx: Tx, order: OrderToPay, provider: Provider): Promise<StoredPayment> {
  const open = await paymentWhere(
    tx,
    sql`order_id = ${order.id} AND provider = ${provider.name} AND state IN ('created', 'pending', 'failed')`,
  );
  if (open) return open;
  await giveUpOffline(tx, order);
  const made = await sql<StoredPayment>`
    INSERT INTO payment (order_id, company_id, method, provider, amount, check_at)
    VALUES (${order.id}, ${order.companyId}, 'card', ${provider.name}, ${order.total}, ${firstCheck})
    RETURNING ${columns}`.execute(tx);
  return made.rows[0] as StoredPayment;
}

async function answerOf(kit: Kit, id: number): Promise<Attempt> {
  const payment = await inSystem(kit.db, (tx) => paymentWhere(tx, sql`id = ${id}`));
  if (!payment) throw refuse(404, 'not-found');
  const open = payment.state === 'created' || payment.state === 'pending' || payment.state === 'failed';
  const provider = providerNamed(kit, payment.provider);
  return {
    attemptId: payment.uuid,
    orderId: payment.orderId,
    state: payment.state,
    provider: payment.provider,
    amount: payment.amount / 100,
    failure: payment.failure,
    clientSecret: open && provider && payment.providerRef ? await provider.clientSecret(payment.providerRef) : null,
    reference: payment.providerRef,
    instructions: null,
  };
}

/** The result of a call of a provider. Refuses with 503 while it does not answer. */
async function answered<T>(kit: Kit, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    kit.log.warn({ err: error }, 'a payment provider did not answer');
    throw refuse(503, 'provider-away', {}, '20030008');
  }
}

/** The order of a payment that is about to begin, locked. Refuses one that is paid or was cancelled. */
export async function lockPayable(tx: Tx, actor: Actor, orderId: number): Promise<OrderToPay> {
  const order = await lockRecord<OrderToPay>(tx, 'orders', orderId);
  changeableCompany(actor, order.companyId);
  if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded')
    throw refuse(409, 'already-paid', {}, '20030001');
  if (order.status === 'cancelled' || order.total === 0)
    throw refuse(409, 'step-not-possible', { step: 'pay', state: order.status }, '20020004');
  return order;
}

/** The reference of an attempt at its provider, which is queried under the key of the attempt if none is stored. */
async function referenceOf(kit: Kit, provider: Provider, payment: StoredPayment, order: string): Promise<string> {
  if (payment.providerRef !== null) return payment.providerRef;
  const { ref } = await provider.start({ key: payment.uuid, amount: payment.amount, order });
  await inSystem(kit.db, (tx) =>
    tx
      .updateTable('payment')
      .set({ providerRef: ref })
      .where('id', '=', payment.id)
      .where('providerRef', 'is', null)
      .execute(),
  );
  return ref;
}

/**
 * Ends the card attempts of an order at their provider, and settles the resulting state: one that has succeeded in the
 * meantime pays the order.
 */
export async function endCardAttempts(kit: Kit, orderId: number): Promise<void> {
  const open = await inSystem(kit.db, (tx) =>
    sql<StoredPayment & { order: string }>`
      SELECT p.*, (SELECT o.uuid FROM orders o WHERE o.id = p.order_id) AS order FROM payment p
       WHERE p.order_id = ${orderId} AND p.provider <> 'offline' AND p.state IN ('created', 'pending', 'failed')`.execute(
      tx,
    ),
  );
  for (const payment of open.rows) {
    const provider = providerNamed(kit, payment.provider);
    if (!provider) throw refuse(503, 'provider-away', {}, '20030008');
    const ref = await answered(kit, referenceOf(kit, provider, payment, payment.order));
    await answered(kit, provider.cancel(ref));
    await settle(kit, payment.id, await answered(kit, provider.read(ref)));
  }
}

/** Stores the requested method with the order. Without a request it changes only if it is not a card payment. */
async function storeMethod(tx: Tx, order: OrderToPay, asked: MethodOffer['id'] | undefined): Promise<void> {
  const method = asked ?? (isOffline(order.method) ? 'card' : order.method);
  if (method === null || method === order.method) return;
  await tx.updateTable('orders').set({ method }).where('id', '=', order.id).execute();
  await writeStep(tx, 'orders', order.id, 'method-chosen', { method });
}

/**
 * Begins to pay an order: stores the attempt, then calls the provider under the key of the attempt. If the process ends
 * in between, the next start continues with the same attempt and intent.
 */
export async function startPayment(
  { kit, actor }: Paying,
  orderId: number,
  method?: MethodOffer['id'],
): Promise<Attempt> {
  if (isOffline(method)) throw refuse(422, 'method-not-offered', {}, '20030005');
  const provider = assertCards(kit);
  const { payment, order } = await inTenant(kit.people.db, actor.scope, async (tx) => {
    const order = await lockPayable(tx, actor, orderId);
    if (order.total > largestByCard) throw refuse(422, 'method-not-offered', {}, '20030005');
    return bypassRls(tx, actor.scope, async () => {
      const payment = await attemptFor(tx, order, provider);
      await storeMethod(tx, order, method);
      return { order, payment };
    });
  });
  await answered(kit, referenceOf(kit, provider, payment, order.uuid));
  return answerOf(kit, payment.id);
}

/** Queries the provider for an attempt of the caller's company, and settles the result. */
export async function askAboutPayment({ kit, actor }: Paying, uuid: string): Promise<Attempt> {
  const payment = await inTenant(kit.people.db, actor.scope, (tx) => paymentWhere(tx, sql`uuid = ${uuid}::uuid`));
  if (!payment) throw refuse(404, 'not-found');
  changeableCompany(actor, payment.companyId);
  const provider = providerNamed(kit, payment.provider);
  if (provider && payment.providerRef)
    await settle(kit, payment.id, await answered(kit, provider.read(payment.providerRef)));
  return answerOf(kit, payment.id);
}

/** Queries the provider for the payment of a reference; null if no payment has it yet. */
export async function settleReference(kit: Kit, provider: Provider, ref: string): Promise<string | null> {
  const payment = await inSystem(kit.db, (tx) =>
    paymentWhere(tx, sql`provider = ${provider.name} AND provider_ref = ${ref}`),
  );
  return payment ? settle(kit, payment.id, await provider.read(ref)) : null;
}

/** Queries the provider for a stored payment, whose intent may be unknown because the process ended in between. */
export async function settleStored(kit: Kit, provider: Provider, id: number): Promise<void> {
  const payment = await inSystem(kit.db, (tx) => paymentWhere(tx, sql`id = ${id}`));
  if (payment?.providerRef) await settle(kit, id, await provider.read(payment.providerRef));
}

import { sql } from 'kysely';
import { companyName } from '#core/accounts/server/api.ts';
import { currentSeller } from '#core/market/server/api.ts';
import { storeFile } from '#platform/server/files/files.ts';
import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls, inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, writeStep } from '#platform/server/records/lifecycle.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type Attempt, isOffline, type MethodOffer, type paymentRoutes } from '../../common/payment.ts';
import { publishOrder } from '../live-topics.ts';
import { endCardAttempts, lockPayable, paymentWhere, startPayment } from './attempts.ts';
import { creditRefusal } from './methods.ts';
import { mailFinance } from './money-mails.ts';
import { paymentsOf } from './payment-rows.ts';
import { refundsOf } from './refunds/refund-rows.ts';
import { cancelPayment, type PayableOrder, type StoredPayment, setPaymentStatus } from './settle-order.ts';

type Paying = Context<typeof paymentRoutes.choose>;
type OfflineMethod = 'transfer' | 'purchase-order';

/** How a transfer for an order reaches the seller; null while no bank account is entered. */
async function instructionsFor(
  tx: Tx,
  order: Pick<PayableOrder, 'number' | 'total'>,
): Promise<Attempt['instructions']> {
  const seller = await currentSeller(tx);
  if (!seller) return null;
  const { legalNameEn: recipient, bank, iban, swift } = seller;
  return { recipient, bank, iban, swift, reference: order.number, amount: order.total / 100 };
}

async function assertPurchaseOrder(tx: Tx, companyId: number, { body }: Pick<Paying, 'body'>): Promise<void> {
  const why = await creditRefusal(tx, companyId);
  if (why) throw refuse(422, 'purchase-order-needs-terms', { why }, '20030006');
  if (!body.poNumber) throw invalid('poNumber', 'Required');
  if (!body.proof) throw invalid('proof', 'Required');
}

type Kept = { number: string | null; fileId: number | null };

/**
 * The waiting payment of a method, with the number and proof of this call. A waiting payment of another method is
 * abandoned.
 */
async function waitingPayment(tx: Tx, order: PayableOrder, method: string, { number, fileId }: Kept): Promise<number> {
  const open = await paymentWhere(
    tx,
    sql`order_id = ${order.id} AND provider = 'offline' AND state IN ('created', 'pending')`,
  );
  if (open?.approvedAt) throw refuse(409, 'attempt-open', {}, '20030002');
  if (open?.method === method) {
    await sql`
      UPDATE payment SET po_number = coalesce(${number}, po_number), proof_file_id = coalesce(${fileId}, proof_file_id)
       WHERE id = ${open.id}`.execute(tx);
    return open.id;
  }
  if (open) await cancelPayment(tx, order, await lockRecord<StoredPayment>(tx, 'payment', open.id));
  const made = await tx
    .insertInto('payment')
    .values({
      orderId: order.id,
      companyId: order.companyId,
      method,
      provider: 'offline',
      amount: order.total,
      state: 'pending',
      poNumber: number,
      proofFileId: fileId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

async function beginOffline(tx: Tx, { kit, actor, params, body }: Paying, method: OfflineMethod): Promise<Attempt> {
  const order = await lockPayable(tx, actor, params.id);
  const instructions = await instructionsFor(tx, order);
  if (method === 'transfer' && !instructions) throw refuse(422, 'method-not-offered', {}, '20030005');
  if (method === 'purchase-order') await assertPurchaseOrder(tx, order.companyId, { body });
  return bypassRls(tx, actor.scope, async () => {
    const card = await paymentWhere(
      tx,
      sql`order_id = ${order.id} AND provider <> 'offline' AND state IN ('created', 'pending')`,
    );
    if (card) throw refuse(409, 'attempt-open', {}, '20030002');
    const fileId = body.proof ? await storeFile({ tx, kit }, order.companyId, body.proof) : null;
    const id = await waitingPayment(tx, order, method, { number: body.poNumber ?? null, fileId });
    await sql`UPDATE orders SET method = ${method}, po_number = coalesce(${body.poNumber ?? null}, po_number) WHERE id = ${order.id}`.execute(
      tx,
    );
    await setPaymentStatus(tx, order, 'pending');
    await writeStep(tx, 'orders', order.id, body.proof ? 'proof-sent' : 'method-chosen', { method });
    const named = await sql<{ company: string }>`
      SELECT ${companyName('o.company_id')} AS company FROM orders o WHERE o.id = ${order.id}`.execute(tx);
    if (body.proof)
      await mailFinance(tx, kit, 'to-confirm', { ...order, company: named.rows[0]?.company ?? '' }, order.total);
    const payment = (await paymentWhere(tx, sql`id = ${id}`)) as StoredPayment;
    return {
      attemptId: payment.uuid,
      orderId: order.id,
      state: payment.state,
      provider: payment.provider,
      amount: payment.amount / 100,
      failure: null,
      clientSecret: null,
      reference: order.number,
      instructions: method === 'transfer' ? instructions : null,
    };
  });
}

/** The method that the call names by either of its fields. */
function chosenMethod({ method, paymentMethodId }: Paying['body']): MethodOffer['id'] {
  if (method && paymentMethodId && method !== paymentMethodId) throw invalid('paymentMethodId', 'oneOfTwo');
  const chosen = method ?? paymentMethodId;
  if (!chosen) throw invalid('method', 'Required');
  return chosen;
}

/** Begins to pay outside of a provider. An open card payment is ended at its provider first. */
async function payOffline(context: Paying, method: OfflineMethod): Promise<Attempt> {
  const { kit, actor, params } = context;
  await endCardAttempts(kit, params.id);
  return inTenant(kit.people.db, actor.scope, (tx) => beginOffline(tx, context, method));
}

/** Begins to pay an order by the chosen method. */
export async function choosePayment(context: Paying): Promise<Attempt> {
  const { kit, actor, params, body } = context;
  changeableCompany(actor, params.companyId);
  const method = chosenMethod(body);
  // Permission for this method is checked before anything is ended.
  await inTenant(kit.people.db, actor.scope, async (tx) => {
    const order = await lockPayable(tx, actor, params.id);
    if (order.companyId !== params.companyId) throw refuse(404, 'not-found');
    if (method === 'purchase-order') await assertPurchaseOrder(tx, order.companyId, context);
  });
  const attempt = isOffline(method)
    ? await payOffline(context, method)
    : await startPayment(context, params.id, method);
  publishOrder(kit, { id: params.id, companyId: params.companyId });
  return attempt;
}

export async function paymentsOfOrder({ tx, actor, params }: Context<typeof paymentRoutes.ofOrder>) {
  readableCompany(actor, params.companyId);
  const order = await tx
    .selectFrom('orders')
    .select(['number', 'total'])
    .where('id', '=', params.id)
    .where('companyId', '=', params.companyId)
    .$narrowType<{ number: string }>()
    .executeTakeFirst();
  if (!order) throw refuse(404, 'not-found');
  return {
    payments: await paymentsOf(tx, params.id),
    refunds: await refundsOf(tx, params.id),
    instructions: await instructionsFor(tx, order),
  };
}

import { sql } from 'kysely';
import { administratorsOf, companyNamed, personNamed } from '#core/accounts/server/api.ts';
import { pricedOf } from '#core/market/common/cart.ts';
import { priced } from '#core/market/common/order-payload.ts';
import { addressSnapshot, assertMayBuy, assertNoProblems, priceOrders } from '#core/market/server/api.ts';
import { possibleSteps } from '#platform/common/lifecycle/lifecycle.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep, writeStep } from '#platform/server/records/lifecycle.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { type Intention, intentionLifecycle, intentionList, type intentionRoutes } from '../../common/intention.ts';
import { publishOrder } from '../live-topics.ts';
import { mailDeclined, mailSellers } from './intention-mails.ts';

type Stored = { id: number; companyId: number; sentBy: number | null; state: Intention['state'] };
type Party = 'seller' | 'sender';

function partiesOf({ session: { user } }: Actor, { sentBy }: Pick<Stored, 'sentBy'>): Party[] {
  return [
    ...(user.adminType === 'Super Admin' ? ['seller' as const] : []),
    ...(user.id === sentBy ? ['sender' as const] : []),
  ];
}

/** Order requests in the order of `ids`. */
async function intentionRows(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Intention[]> {
  if (ids.length === 0) return [];
  const found = await sql<Omit<Intention, 'allowed'> & Stored>`
    SELECT i.id, i.uuid, i.company_id, ${companyNamed('i.company_id')} AS company, i.sent_by, ${personNamed('i.sent_by')} AS sender, i.state,
           i.total / 100.0 AS total, i.method, i.note, i.reason, i.created_at,
           (SELECT jsonb_build_object('id', o.id, 'number', o.number) FROM orders o WHERE o.id = i.order_id) AS order
      FROM order_intention i WHERE i.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows).map(({ sentBy, ...row }) => ({
    ...row,
    allowed: possibleSteps(intentionLifecycle, row.state, partiesOf(actor, { sentBy })),
  }));
}

async function idOf(tx: Tx, uuid: string): Promise<number> {
  const row = await tx.selectFrom('orderIntention').select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (!row) throw refuse(404, 'not-found');
  return row.id;
}

/**
 * `{uuid, state, order}` of the order request that a column names, within another slice's statement; null if the column
 * is null.
 */
export const intentionNamed = (column: string) => sql`(
  SELECT jsonb_build_object('uuid', asked.uuid, 'state', asked.state, 'order',
           (SELECT jsonb_build_object('id', o.id, 'number', o.number) FROM orders o WHERE o.id = asked.order_id))
    FROM order_intention asked WHERE asked.id = ${sql.ref(column)})`;

/** The id of an order request that a company has sent. Refuses with 404. Runs as the role that sees all rows. */
export async function sentIntention(tx: Tx, companyId: number, uuid: string): Promise<number> {
  const row = await tx
    .selectFrom('orderIntention')
    .select('id')
    .where('uuid', '=', uuid)
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!row) throw refuse(404, 'not-found');
  return row.id;
}

async function intentionById({ tx, actor, params }: Context<typeof intentionRoutes.get>): Promise<Intention> {
  const [row] = await intentionRows(tx, actor, [await idOf(tx, params.uuid)]);
  if (!row) throw refuse(404, 'not-found');
  return row;
}

/** Prices the cart and stores it with its price, for the seller to check out. */
async function create(context: Context<typeof intentionRoutes.create>): Promise<Intention> {
  const { tx, kit, actor, params, body, locale, afterCommit } = context;
  const companyId = await assertMayBuy(tx, actor, changeableCompany(actor, params.companyId));
  const asked = priced.safeParse(pricedOf(body.orders));
  if (!asked.success) throw invalid('orders', asked.error.issues[0]?.message ?? 'invalid');
  return bypassRls(tx, actor.scope, async () => {
    const { addressId, voucher, method, note } = body;
    const pricing = { scope: actor.scope, companyId, addressId, countryId: null, voucher, locale };
    const order = await priceOrders(tx, kit, asked.data, pricing);
    assertNoProblems(order);
    const { requiresShipping } = order.quote;
    if (requiresShipping && !(await addressSnapshot(tx, companyId, addressId))) throw refuse(422, 'address-required');
    const made = await tx
      .insertInto('orderIntention')
      .values({
        companyId,
        cart: JSON.stringify(body.orders),
        voucher,
        addressId: requiresShipping ? addressId : null,
        method,
        note,
        total: order.prices.total,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = made.id;
    await writeStep(tx, 'order_intention', id, 'sent', { total: order.quote.totals.total });
    const [row] = (await intentionRows(tx, actor, [id])) as [Intention];
    await mailSellers(tx, kit, row);
    afterCommit(() => publishOrder(kit, row));
    return row;
  });
}

async function change(context: Context<typeof intentionRoutes.change>): Promise<Intention> {
  const { tx, kit, actor, params, body, afterCommit } = context;
  const found = await lockRecord<Stored>(tx, 'order_intention', await idOf(tx, params.uuid));
  if (found.state !== 'open') throw refuse(409, 'intention-closed', { state: found.state }, '20020008');
  if (body.action === 'decline' && body.reason === '') throw refuse(422, 'reason-required');
  const reason = body.reason || null;
  await takeStep(tx, intentionLifecycle, found, body.action, {
    as: partiesOf(actor, found),
    detail: reason ? { reason } : {},
    set: { reason },
  });
  const [row] = (await intentionRows(tx, actor, [found.id])) as [Intention];
  if (body.action === 'decline')
    await bypassRls(tx, actor.scope, async () => {
      const administrators = await administratorsOf(tx, row.companyId);
      await mailDeclined(tx, kit, row, [...administrators, ...(row.sender ? [row.sender] : [])]);
    });
  afterCommit(() => publishOrder(kit, row));
  return row;
}

/** Locks the open order request of a submission of the company. Refuses a closed one. */
export async function lockIntention(tx: Tx, companyId: number, uuid: string): Promise<Stored> {
  const found = await lockRecord<Stored>(tx, 'order_intention', await idOf(tx, uuid));
  if (found.companyId !== companyId) throw refuse(404, 'not-found');
  if (found.state !== 'open') throw refuse(409, 'intention-closed', { state: found.state }, '20020008');
  return found;
}

/** The locked order request has become an order. */
export const closeIntention = (tx: Tx, found: Stored, orderId: number): Promise<void> =>
  takeStep(tx, intentionLifecycle, found, 'check-out', {
    as: ['seller'],
    detail: { order: orderId },
    set: { order_id: orderId },
  });

export const intentionHandlers: Handlers<typeof intentionRoutes> = {
  create,
  change,
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'order_intention',
      spec: intentionList,
      query: list,
      scope: actor.scope,
    });
    return { data: await intentionRows(tx, actor, ids), totalRecords };
  },
  async get(context) {
    const row = await intentionById(context);
    const more = await sql<{ cart: never; voucher: string | null; addressId: number | null }>`
      SELECT cart, voucher, address_id FROM order_intention WHERE id = ${row.id}`.execute(context.tx);
    return { ...row, ...(more.rows[0] as (typeof more.rows)[number]) };
  },
};

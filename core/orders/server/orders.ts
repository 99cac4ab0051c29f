import { sql } from 'kysely';
import { administratorsOf } from '#core/accounts/server/api.ts';
import { releaseStock, releaseVoucher } from '#core/market/server/api.ts';
import { readableCompany } from '#platform/server/company-access.ts';
import { bypassRls, type Tx } from '#platform/server/database.ts';
import { lockRecord, stepsOf, takeStep } from '#platform/server/lifecycle.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type OrderDetail, orderLifecycle, orderList, type orderRoutes, type Queue } from '../common/order.ts';
import { beginDeployment, unitsOf } from './deployment.ts';
import { publishOrder } from './live-topics.ts';
import { mailBuyers } from './order-mails.ts';
import { orderLines, orderRows } from './order-rows.ts';
import { parcelsOf } from './parcels.ts';
import { submitOrder } from './submit.ts';

type Listing = Pick<Context, 'tx' | 'actor' | 'list'>;
type Reading = Pick<Context, 'tx' | 'kit' | 'locale'>;

/** The orders to which the seller's action applies, whether or not something still prevents it. */
const queued: Record<Queue, ReturnType<typeof sql>> = {
  confirm: sql`t.status = 'submitted'`,
  ship: sql`t.requires_shipping AND t.status IN ('confirmed', 'deployed') AND t.fulfilment IN ('none', 'partially-shipped')`,
  deploy: withUnits('pending'),
  'retry-deploy': withUnits('error'),
  deliver: sql`EXISTS (SELECT FROM shipment s WHERE s.order_id = t.id AND s.delivered_at IS NULL AND s.returned_at IS NULL)`,
};
function withUnits(state: string) {
  return sql`t.status IN ('confirmed', 'deployed') AND EXISTS (SELECT FROM deploy_unit u WHERE u.order_id = t.id AND u.state = ${state})`;
}

async function pageOf({ tx, actor, list }: Listing, narrowed: { companyId?: number; queue?: Queue | undefined } = {}) {
  const { companyId, queue } = narrowed;
  const { app, ...filters } = list.filters;
  const { ids, totalRecords } = await findIds(tx, {
    table: 'orders',
    spec: orderList,
    query: { ...list, filters },
    scope: actor.scope,
    where: [
      ...(companyId === undefined ? [] : [sql`t.company_id = ${companyId}`]),
      ...(queue === undefined ? [] : [queued[queue]]),
      ...(app === undefined
        ? []
        : [sql`EXISTS (SELECT FROM order_line l WHERE l.order_id = t.id AND l.app = ANY (${app}::text[]))`]),
    ],
    columns: { total: sql`(t.total / 100.0)` },
  });
  return { data: await orderRows(tx, ids), totalRecords };
}

export async function orderCalled(context: Reading, id: number, companyId?: number): Promise<OrderDetail> {
  const { tx, locale } = context;
  const [row] = await orderRows(tx, [id]);
  if (!row || (companyId !== undefined && row.companyId !== companyId)) throw refuse(404, 'not-found');
  const more = await sql<Pick<OrderDetail, 'address' | 'billing' | 'note' | 'cancelReason'>>`
    SELECT address, billing, note, cancel_reason FROM orders WHERE id = ${id}`.execute(tx);
  return {
    ...row,
    ...(more.rows[0] as Pick<OrderDetail, 'address' | 'billing' | 'note' | 'cancelReason'>),
    lines: await orderLines(tx, id, locale),
    units: await unitsOf(tx, id),
    parcels: await parcelsOf(tx, id),
    steps: await stepsOf(context, 'orders', id),
  };
}

type StoredOrder = Pick<
  OrderDetail,
  'id' | 'companyId' | 'status' | 'paymentStatus' | 'fulfilment' | 'total' | 'version'
>;

/** Frees what a cancelled order has reserved. */
async function release(tx: Tx, orderId: number): Promise<void> {
  await releaseVoucher(tx, orderId);
  const lines = await sql<{ productId: number; qty: number }>`
    SELECT product_id, qty FROM order_line WHERE order_id = ${orderId}`.execute(tx);
  await releaseStock(tx, lines.rows);
}

async function change(context: Context<typeof orderRoutes.change>): Promise<OrderDetail> {
  const { tx, kit, params, body, afterCommit } = context;
  const order = await lockRecord<StoredOrder>(tx, 'orders', params.id);
  if (order.version !== body.version) throw refuse(409, 'changed-meanwhile', { version: order.version }, '20010002');
  const [row] = await orderRows(tx, [order.id]);
  const next = row?.nextActions.find(({ action }) => action === body.action);
  if (!next?.enabled)
    throw refuse(
      409,
      'step-not-possible',
      { step: body.action, state: order.status, why: next?.why ?? null },
      '20020004',
    );
  if (body.action === 'cancel' && body.reason === '') throw refuse(422, 'reason-required');
  const now = sql`now()`;
  const set = body.action === 'cancel' ? { cancelled_at: now, cancel_reason: body.reason } : { confirmed_at: now };
  await takeStep(tx, orderLifecycle, order, body.action, {
    as: ['seller'],
    detail: body.reason ? { reason: body.reason } : {},
    set: { ...set, version: order.version + 1 },
  });
  if (body.action === 'confirm') await beginDeployment(tx, order.id);
  const changed = await orderCalled(context, order.id);
  if (body.action === 'cancel') {
    await release(tx, order.id);
    await mailBuyers(tx, kit, await administratorsOf(tx, order.companyId), 'cancelled', changed);
  }
  afterCommit(() => publishOrder(kit, changed));
  return changed;
}

export const orderHandlers: Handlers<typeof orderRoutes> = {
  submit: submitOrder,
  ofCompany: (context) => pageOf(context, { companyId: readableCompany(context.actor, context.params.companyId) }),
  ofCompanies: (context) => pageOf(context),
  all: (context) => pageOf(context, { queue: context.query.nextAction }),
  get: (context) => orderCalled(context, context.params.id, readableCompany(context.actor, context.params.companyId)),
  change: (context) => bypassRls(context.tx, context.actor.scope, () => change(context)),
};

import { sql } from 'kysely';
import { emittingAs } from '#platform/server/domain-events.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls, inTenant } from '#platform/server/postgres/database.ts';
import { lockRecord, recordStepsOf, takeStep } from '#platform/server/records/lifecycle.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type OrderDetail, orderLifecycle, orderList, type orderRoutes, type Queue } from '../common/order.ts';
import { billsOf } from './bills/handlers.ts';
import { assertCancellable, cancelOrder } from './cancellation.ts';
import { beginDeployment, orderUnits } from './fulfilment/deployment.ts';
import { parcelsOf } from './fulfilment/parcels.ts';
import { publishOrder } from './live-topics.ts';
import { orderLines, orderRows } from './order-rows.ts';
import { paymentsOf } from './payments/payment-rows.ts';
import { refundsOf } from './payments/refunds/refund-rows.ts';
import type { PayableOrder } from './payments/settle-order.ts';
import { submitOrder } from './submit.ts';

type Listing = Pick<Context, 'tx' | 'actor' | 'list'>;
type Reading = Pick<Context, 'tx' | 'kit' | 'locale'>;

/** The orders to which the seller's action applies, even if something still prevents it. */
const queued: Record<Queue, ReturnType<typeof sql>> = {
  confirm: sql`t.status = 'submitted'`,
  ship: sql`t.requires_shipping AND t.payment_status <> 'refunded' AND t.status IN ('confirmed', 'deployed') AND t.fulfilment IN ('none', 'partially-shipped')`,
  deploy: withUnits('pending'),
  'retry-deploy': withUnits('error'),
  deliver: sql`EXISTS (SELECT FROM shipment s WHERE s.order_id = t.id AND s.delivered_at IS NULL AND s.returned_at IS NULL)`,
};
function withUnits(state: string) {
  return sql`t.payment_status <> 'refunded' AND t.status IN ('confirmed', 'deployed') AND EXISTS (SELECT FROM deploy_unit u WHERE u.order_id = t.id AND u.state = ${state})`;
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

/** An order with its lines and units. Refuses with 404 an unknown one, or one of another company than `companyId`. */
export async function orderById(context: Reading, id: number, companyId?: number): Promise<OrderDetail> {
  const { tx, locale } = context;
  const [row] = await orderRows(tx, [id]);
  if (!row || (companyId !== undefined && row.companyId !== companyId)) throw refuse(404, 'not-found');
  const more = await tx
    .selectFrom('orders')
    .select(['address', 'billing', 'note', 'cancelReason'])
    .where('id', '=', id)
    .$narrowType<Pick<OrderDetail, 'address' | 'billing'>>()
    .executeTakeFirstOrThrow();
  return {
    ...row,
    ...more,
    lines: await orderLines(tx, id, locale),
    units: await orderUnits(tx, id),
    parcels: await parcelsOf(tx, id),
    steps: await recordStepsOf(context, 'orders', id),
  };
}

type Changing = Context<typeof orderRoutes.change>;

async function confirm({ kit, actor, locale, params, body }: Changing): Promise<OrderDetail> {
  const changed = await emittingAs(kit, kit.people.db, actor, (context) => {
    const { tx } = context;
    return bypassRls(tx, actor.scope, async () => {
      const order = await lockRecord<PayableOrder>(tx, 'orders', params.id);
      if (order.version !== body.version)
        throw refuse(409, 'changed-meanwhile', { version: order.version }, '20010002');
      const [row] = await orderRows(tx, [order.id]);
      const next = row?.nextActions.find(({ action }) => action === 'confirm');
      if (!next?.enabled) {
        const detail = { step: 'confirm', state: order.status, why: next?.why ?? null };
        throw refuse(409, 'step-not-possible', detail, '20020004');
      }
      await takeStep(tx, orderLifecycle, order, 'confirm', {
        as: ['seller'],
        set: { confirmed_at: sql`rasid_now()`, version: order.version + 1 },
      });
      await beginDeployment(context, order.id);
      return orderById({ tx, kit, locale }, order.id);
    });
  });
  publishOrder(kit, changed);
  return changed;
}

async function cancel({ kit, actor, locale, params, body }: Changing): Promise<OrderDetail> {
  const { scope } = actor;
  const { id } = params;
  // Payments are ended at their provider only once it is certain that the order may be cancelled.
  await inTenant(kit.people.db, scope, async (tx) =>
    assertCancellable(tx, await lockRecord<PayableOrder>(tx, 'orders', id), body.version),
  );
  if (body.reason === '') throw refuse(422, 'reason-required');
  await cancelOrder(kit, scope, { orderId: id, reason: body.reason, by: 'seller' });
  return inTenant(kit.people.db, scope, (tx) => orderById({ tx, kit, locale }, id));
}

export const orderHandlers: Handlers<typeof orderRoutes> = {
  submit: submitOrder,
  ofCompany: (context) => pageOf(context, { companyId: readableCompany(context.actor, context.params.companyId) }),
  ofCompanies: (context) => pageOf(context),
  all: (context) => pageOf(context, { queue: context.query.nextAction }),
  async get(context) {
    const { actor, params } = context;
    const { tx } = context;
    const called = await orderById(context, params.id, readableCompany(actor, params.companyId));
    const order = {
      ...called,
      payments: await paymentsOf(tx, called.id),
      refunds: await refundsOf(tx, called.id),
      bills: await billsOf(tx, called.id),
    };
    if (actor.session.user.adminType !== null) return order;
    // A mistyped serial number may be that of somebody else's device.
    return { ...order, units: order.units.map((unit) => (unit.state === 'error' ? { ...unit, serial: null } : unit)) };
  },
  change: (context) => (context.body.action === 'confirm' ? confirm(context) : cancel(context)),
};

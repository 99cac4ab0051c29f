import { sql } from 'kysely';
import { administratorsOf } from '#core/accounts/server/api.ts';
import { physicalKinds } from '#core/market/common/product.ts';
import { addressSnapshot, moveStock } from '#core/market/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlPresent } from '#platform/server/postgres/values.ts';
import { lockRecord, writeStep } from '#platform/server/records/lifecycle.ts';
import { type Refusal, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { OrderDetail } from '../../common/order.ts';
import type { Parcel, ShippingBody } from '../../common/parcel.ts';
import type { shippingRoutes } from '../../common/shipping.ts';
import type { OrderRow } from '../advance-order.ts';
import { issueInvoice } from '../bills/api.ts';
import { publishOrder } from '../live-topics.ts';
import { orderById } from '../orders.ts';
import { hasOwnStock } from '../own-stock.ts';
import { settleFulfilment } from './fulfilment.ts';
import { mailAboutParcel } from './fulfilment-mails.ts';
import { parcelsOf } from './parcels.ts';

type Change<Action> = Extract<ShippingBody, { action: Action }>;
type Changing = Context<typeof shippingRoutes.change>;
/** `qty` without refunded pieces. */
type Piece = { id: number; productId: number; qty: number; shippedQty: number; ownStock: boolean };

const impossible = (step: string, { status }: OrderRow): Refusal =>
  refuse(409, 'step-not-possible', { step, state: status }, '20020004');
const alreadyShipped = (detail: Record<string, unknown> = {}): Refusal =>
  refuse(409, 'already-shipped', detail, '20020005');
const nothingToShip = (): Refusal => refuse(409, 'nothing-to-ship', {}, '20020006');

/** The lines of an order that are sent, by id. */
async function piecesOf(tx: Tx, orderId: number): Promise<Map<number, Piece>> {
  const found = await sql<Piece>`
    SELECT l.id, l.product_id, l.qty - l.refunded_qty AS qty, l.shipped_qty, ${hasOwnStock} AS own_stock FROM order_line l
     WHERE l.order_id = ${orderId} AND l.kind = ANY (${physicalKinds}::text[]) ORDER BY l.id`.execute(tx);
  return new Map(found.rows.map((piece) => [piece.id, piece]));
}

/** Adds to the sent quantity of each line, and updates the stock accordingly. */
async function move(
  tx: Tx,
  lines: Parcel['lines'],
  pieces: ReadonlyMap<number, Piece>,
  direction: 'sent' | 'returned',
) {
  const sign = direction === 'sent' ? 1 : -1;
  await sql`
    UPDATE order_line l SET shipped_qty = l.shipped_qty + m.qty
      FROM unnest(${lines.map(({ lineId }) => lineId)}::integer[], ${lines.map(({ qty }) => qty * sign)}::integer[]) AS m (id, qty)
     WHERE l.id = m.id`.execute(tx);
  await moveStock(
    tx,
    lines.flatMap(({ lineId, qty }) => {
      const { productId, ownStock } = pieces.get(lineId) as Piece;
      return ownStock ? { productId, qty } : [];
    }),
    direction,
  );
}

async function ship(context: Changing, order: OrderRow, body: Change<'ship'>): Promise<Parcel> {
  const { tx } = context;
  if (order.status === 'submitted') throw refuse(409, 'not-confirmed', {}, '20020007');
  if ((order.status !== 'confirmed' && order.status !== 'deployed') || order.paymentStatus === 'refunded')
    throw impossible('ship', order);
  const pieces = await piecesOf(tx, order.id);
  for (const { lineId, qty } of body.lines) {
    const piece = pieces.get(lineId);
    if (!piece) throw nothingToShip();
    const left = Math.max(0, piece.qty - piece.shippedQty);
    if (qty > left) throw alreadyShipped({ lineId, left });
  }
  const inserted = await sql<{ id: number }>`
    WITH parcel AS (
      INSERT INTO shipment (order_id, company_id, n, carrier, tracking, link, note)
      SELECT ${order.id}, ${order.companyId}, coalesce(max(n), 0) + 1, ${body.carrier}, ${body.tracking}, ${body.link || null}, ${body.note}
        FROM shipment WHERE order_id = ${order.id} RETURNING id, company_id)
    INSERT INTO shipment_line (shipment_id, line_id, company_id, qty)
    SELECT p.id, l.id, p.company_id, l.qty
      FROM parcel p, unnest(${body.lines.map(({ lineId }) => lineId)}::integer[], ${body.lines.map(({ qty }) => qty)}::integer[]) AS l (id, qty)
    RETURNING shipment_id AS id`.execute(tx);
  await move(tx, body.lines, pieces, 'sent');
  const { carrier, tracking, note } = body;
  const parcel = (await parcelsOf(tx, order.id)).find(({ id }) => id === inserted.rows[0]?.id) as Parcel;
  await writeStep(tx, 'orders', order.id, 'shipped', { n: parcel.n, carrier, tracking, ...(note ? { note } : {}) });
  return parcel;
}

/** Parcels that have neither arrived nor come back: this one, or all of them. */
async function underWay(tx: Tx, order: OrderRow, shipmentId: number | null, step: string): Promise<Parcel[]> {
  const parcels = (await parcelsOf(tx, order.id)).filter(({ id }) => shipmentId === null || id === shipmentId);
  if (shipmentId !== null && parcels.length === 0) throw refuse(404, 'not-found');
  const open = parcels.filter(({ deliveredAt, returnedAt }) => deliveredAt === null && returnedAt === null);
  if (open.length === 0) throw impossible(step, order);
  return open;
}

async function deliver({ tx }: Changing, order: OrderRow, shipmentId: number | null): Promise<Parcel[]> {
  const arrived = await underWay(tx, order, shipmentId, 'deliver');
  await tx
    .updateTable('shipment')
    .set({ deliveredAt: sqlPresent })
    .where('id', '=', anyOf(arrived.map(({ id }) => id)))
    .execute();
  for (const { n } of arrived) await writeStep(tx, 'orders', order.id, 'delivered', { n });
  return arrived;
}

/** A returned parcel may have been delivered before: its pieces can be sent again. */
async function takeBack({ tx }: Changing, order: OrderRow, shipmentId: number): Promise<void> {
  const parcel = (await parcelsOf(tx, order.id)).find(({ id }) => id === shipmentId);
  if (!parcel) throw refuse(404, 'not-found');
  if (parcel.returnedAt !== null) throw impossible('return', order);
  await tx.updateTable('shipment').set({ returnedAt: sqlPresent }).where('id', '=', shipmentId).execute();
  await move(tx, parcel.lines, await piecesOf(tx, order.id), 'returned');
  await writeStep(tx, 'orders', order.id, 'returned', { n: parcel.n });
}

/** Redirects unsent pieces to another address of the company, in the country for which the taxes were calculated. */
async function changeAddress({ tx }: Changing, order: OrderRow, addressId: number): Promise<void> {
  if (!['submitted', 'confirmed', 'deployed'].includes(order.status)) throw impossible('address', order);
  if (!order.requiresShipping) throw nothingToShip();
  if (order.fulfilment !== 'none') throw alreadyShipped();
  const address = await addressSnapshot(tx, order.companyId, addressId);
  if (!address) throw refuse(404, 'not-found');
  const changed = await sql`
    UPDATE orders SET address = ${JSON.stringify(address)}::jsonb, version = version + 1
     WHERE id = ${order.id} AND tax_country_id = (${JSON.stringify(address)}::jsonb ->> 'country_id')::integer`.execute(
    tx,
  );
  if (changed.numAffectedRows !== 1n) throw refuse(422, 'other-country');
  await writeStep(tx, 'orders', order.id, 'address-changed');
}

async function change(context: Changing): Promise<OrderDetail> {
  const { tx, kit, params, body, afterCommit } = context;
  const order = await lockRecord<OrderRow>(tx, 'orders', params.id);
  const mails: ['shipped' | 'delivered', Parcel][] = [];
  if (body.action === 'address') await changeAddress(context, order, body.addressId);
  if (body.action === 'ship') mails.push(['shipped', await ship(context, order, body)]);
  if (body.action === 'deliver')
    for (const parcel of await deliver(context, order, body.shipmentId)) mails.push(['delivered', parcel]);
  if (body.action === 'return') await takeBack(context, order, body.shipmentId);
  if (body.action !== 'address') await settleFulfilment(context, order);
  if (body.action === 'ship') await issueInvoice(tx, order.id);
  if (mails.length > 0) {
    const people = await administratorsOf(tx, order.companyId);
    for (const [kind, parcel] of mails) await mailAboutParcel(tx, kit, people, kind, order, parcel);
  }
  afterCommit(() => publishOrder(kit, order));
  return orderById(context, order.id);
}

export const shippingHandlers: Handlers<typeof shippingRoutes> = {
  change: (context) => bypassRls(context.tx, context.actor.scope, () => change(context)),
};

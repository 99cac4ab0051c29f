import { sql } from 'kysely';
import { takeBackComUnits } from '#core/accounts/server/api.ts';
import { deviceInstalled } from '#core/devices/server/api.ts';
import { takeBackDevices } from '#core/inventory/server/api.ts';
import { unitKinds } from '#core/market/common/product.ts';
import { releaseStock } from '#core/market/server/api.ts';
import { tokenBegun, withdrawTokens } from '#core/subscriptions/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { settleFulfilment } from '../../fulfilment/fulfilment.ts';
import { hasOwnStock } from '../../own-stock.ts';
import type { PayableOrder } from '../settle-order.ts';

/** Refunded pieces of a line. */
type Returned = { lineId: number; qty: number };
type Line = { id: number; productId: number; take: number; unsent: number };
type Unit = {
  id: number;
  lineId: number;
  state: string;
  deviceId: number | null;
  tokenId: number | null;
  begun: boolean;
};

/**
 * Counts pieces as refunded, and what is included in them; those counted for a failed refund are not counted again.
 * Without `lines`, all lines.
 */
async function countLines(tx: Tx, orderId: number, lines: readonly Returned[] | null): Promise<Line[]> {
  const found = await sql<Line>`
    WITH named AS (
      SELECT l.id, l.path, l.qty, CASE WHEN ${lines === null}::boolean THEN l.qty ELSE (
               SELECT sum((t.line ->> 'qty')::integer)::integer FROM payment_refund r CROSS JOIN LATERAL jsonb_array_elements(r.lines) AS t (line)
                WHERE r.order_id = ${orderId} AND r.state <> 'failed' AND (t.line ->> 'lineId')::integer = l.id) END AS back
        FROM order_line l
       WHERE l.order_id = ${orderId} AND (${lines === null}::boolean OR l.id = ANY (${(lines ?? []).map(({ lineId }) => lineId)}::integer[]))),
    returned AS (
      SELECT id, max(back) AS back FROM (
        SELECT id, back FROM named
         UNION ALL
        SELECT l.id, l.qty / n.qty * n.back FROM named n JOIN order_line l ON l.order_id = ${orderId} AND l.parent_path = n.path AND l.included) b
       GROUP BY id),
    wanted AS (
      SELECT l.id, l.refunded_qty AS before, l.shipped_qty, l.qty, r.back, ${hasOwnStock} AS own_stock FROM returned r JOIN order_line l ON l.id = r.id)
    UPDATE order_line l SET refunded_qty = greatest(l.refunded_qty, w.back) FROM wanted w WHERE l.id = w.id
    RETURNING l.id, l.product_id, l.refunded_qty - w.before AS take,
              CASE WHEN w.own_stock THEN greatest(0, w.qty - w.before - w.shipped_qty) - greatest(0, w.qty - l.refunded_qty - w.shipped_qty) ELSE 0 END AS unsent`.execute(
    tx,
  );
  return found.rows.filter(({ take }) => take > 0);
}

/** The units of refunded pieces: first those not created yet, then unused ones, latest first. */
async function unitsOf(tx: Tx, lines: readonly Line[]): Promise<Unit[]> {
  const found = await sql<Unit>`
    WITH ranked AS (
      SELECT u.id, u.line_id, u.state, u.device_id, u.token_id, coalesce(${tokenBegun('u.token_id')}, false) AS begun, w.take,
             row_number() OVER (PARTITION BY u.line_id
               ORDER BY u.state = 'done', coalesce(${deviceInstalled('u.device_id')}, false), coalesce(${tokenBegun('u.token_id')}, false), u.n DESC) AS place
        FROM deploy_unit u JOIN order_line l ON l.id = u.line_id AND l.deploys <> 'units'
        JOIN unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map(({ take }) => take)}::integer[]) AS w (line_id, take) ON w.line_id = u.line_id
       WHERE u.state IN ('pending', 'error', 'done'))
    SELECT id, line_id, state, device_id, token_id, begun FROM ranked WHERE place <= take ORDER BY id`.execute(tx);
  return found.rows;
}

type UnitLine = { id: number; kind: keyof typeof unitKinds; units: number; icon: number; take: number; whole: boolean };

/**
 * Takes messages, minutes and data from the balance of the buyer. Refuses if some of them are used already, unless
 * `evenActive`: then only the others are taken.
 */
async function takeBackUnits(
  tx: Tx,
  { companyId }: PayableOrder,
  lines: readonly Line[],
  evenActive: boolean,
): Promise<void> {
  const found = await sql<UnitLine>`
    SELECT l.id, l.kind, coalesce(l.units, 0) AS units, coalesce(l.icon, 1) AS icon, w.take, l.refunded_qty = l.qty AS whole
      FROM order_line l
      JOIN unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map(({ take }) => take)}::integer[]) AS w (line_id, take) ON w.line_id = l.id
     WHERE l.deploys = 'units' AND l.deployed_qty > 0 ORDER BY l.kind, l.icon, l.id`.execute(tx);
  let used = 0;
  for (const { kind, icon, units, take } of found.rows)
    used += await takeBackComUnits(tx, companyId, unitKinds[kind], icon, units * take);
  if (used > 0 && !evenActive) throw refuse(409, 'units-used', { count: used });
  await sql`
    UPDATE order_line l SET deployed_qty = l.deployed_qty - w.take
      FROM unnest(${found.rows.map(({ id }) => id)}::integer[], ${found.rows.map(({ take }) => take)}::integer[]) AS w (line_id, take)
     WHERE l.id = w.line_id`.execute(tx);
  const whole = found.rows.flatMap((line) => (line.whole ? line.id : []));
  await sql`UPDATE deploy_unit SET state = 'refunded' WHERE line_id = ANY (${whole}::integer[])`.execute(tx);
}

/**
 * Claws back the refunded goods before the money is returned: units are no longer created, devices are taken from the
 * buyer, who keeps their readings, subscriptions are blocked, messages, minutes and data leave the balance, and unsent
 * stock is released. Refuses running subscriptions and used units, unless `evenActive`. Without `lines`, all of the
 * order. The order is locked.
 */
export async function takeBack(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  order: PayableOrder,
  lines: readonly Returned[] | null,
  evenActive: boolean,
): Promise<void> {
  const { tx } = context;
  const counted = await countLines(tx, order.id, lines);
  if (counted.length === 0) return;
  const units = await unitsOf(tx, counted);
  const tokens = units.filter(({ deviceId, tokenId }) => deviceId === null && tokenId !== null);
  const running = tokens.filter(({ begun }) => begun).length;
  if (running > 0 && !evenActive) throw refuse(409, 'token-runs', { count: running });
  await takeBackUnits(tx, order, counted, evenActive);
  await releaseStock(
    tx,
    counted.flatMap(({ productId, unsent }) => (unsent > 0 ? { productId, qty: unsent } : [])),
  );
  await tx
    .updateTable('deployUnit')
    .set({ state: 'refunded', error: null })
    .where('id', '=', anyOf(units.map(({ id }) => id)))
    .execute();
  const made = units.filter(({ state }) => state === 'done');
  await sql`
    UPDATE order_line l SET deployed_qty = l.deployed_qty - n.count
      FROM (SELECT line_id, count(*)::integer AS count FROM unnest(${made.map(({ lineId }) => lineId)}::integer[]) line_id GROUP BY line_id) n
     WHERE l.id = n.line_id`.execute(tx);
  const reason = `${order.number}`;
  await withdrawTokens(
    context,
    tokens.flatMap(({ tokenId }) => tokenId ?? []),
    reason,
  );
  await takeBackDevices(
    context,
    units.flatMap(({ deviceId }) => deviceId ?? []),
    reason,
  );
  await settleFulfilment(context, order);
}

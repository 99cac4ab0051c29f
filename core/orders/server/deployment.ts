import { sql } from 'kysely';
import { addComUnits } from '#core/accounts/server/api.ts';
import { addTokens, type DeviceToDeploy, deployDevice } from '#core/devices/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/database.ts';
import { lockRecord, takeStep, writeStep } from '#platform/server/lifecycle.ts';
import { Invalid, Refusal, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { DeployUnit, deploymentRoutes } from '../common/deployment.ts';
import { orderLifecycle } from '../common/order.ts';
import { publishOrder } from './live-topics.ts';

type Order = {
  id: number;
  companyId: number;
  number: string;
  status: 'submitted' | 'confirmed' | 'deployed' | 'completed' | 'cancelled';
  paymentStatus: string;
  fulfilment: string;
  requiresShipping: boolean;
  version: number;
};
const system = { as: ['system'] } as const;

/**
 * Makes the units of a confirmed order, in one statement: one for each device and subscription, one for each line of
 * units. A subscription that was bought with devices of the same app adds its months to one of them.
 */
async function insertUnits(tx: Tx, orderId: number): Promise<void> {
  await sql`
    WITH bought AS (
      SELECT l.app, l.months, row_number() OVER (PARTITION BY l.app ORDER BY l.position, g) AS place
        FROM order_line l CROSS JOIN LATERAL generate_series(1, l.qty) g
       WHERE l.order_id = ${orderId} AND l.kind = 'tokenPackage' AND l.deploys = 'none'),
    units AS (
      SELECT l.id, l.company_id, l.app, l.deploys, l.position, g AS n, coalesce(l.free_months, 0) AS free, coalesce(l.months, 0) AS months,
             row_number() OVER (PARTITION BY l.app, l.deploys ORDER BY l.position, g) AS place
        FROM order_line l CROSS JOIN LATERAL generate_series(1, CASE l.deploys WHEN 'units' THEN 1 ELSE l.qty END) g
       WHERE l.order_id = ${orderId} AND l.deploys <> 'none')
    INSERT INTO deploy_unit (order_id, line_id, company_id, n, months, bought)
    SELECT ${orderId}, u.id, u.company_id, u.n, CASE u.deploys WHEN 'device' THEN u.free + coalesce(b.months, 0) WHEN 'token' THEN u.months ELSE 0 END,
           u.deploys = 'token' OR b.months IS NOT NULL
      FROM units u LEFT JOIN bought b ON u.deploys = 'device' AND b.app = u.app AND b.place = u.place
     ORDER BY u.position, u.n`.execute(tx);
}

type DigitalLine = {
  id: number;
  kind: 'sms-package' | 'calling-package' | 'communication' | 'tokenPackage';
  app: string;
  solutionId: number | null;
  qty: number;
  months: number | null;
  units: number | null;
  icon: number | null;
};
const comKinds = { 'sms-package': 'sms', 'calling-package': 'calling', communication: 'communication' } as const;

async function finish(tx: Tx, lineId: number, tokenIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE deploy_unit u SET state = 'done', done_at = now(), token_id = t.id
      FROM (SELECT id, row_number() OVER (ORDER BY n) AS place FROM deploy_unit WHERE line_id = ${lineId}) p
      LEFT JOIN unnest(${tokenIds}::integer[]) WITH ORDINALITY AS t (id, place) ON t.place = p.place
     WHERE u.id = p.id`.execute(tx);
  await sql`UPDATE order_line SET deployed_qty = qty WHERE id = ${lineId}`.execute(tx);
}

/** Subscriptions and units are made at once: nobody has to scan anything. */
async function deployDigitalLines(tx: Tx, { id, companyId }: Order): Promise<void> {
  const found = await sql<DigitalLine>`
    SELECT id, kind, app, solution_id, qty, months, units, icon FROM order_line WHERE order_id = ${id} AND deploys IN ('token', 'units') ORDER BY position`.execute(
    tx,
  );
  for (const line of found.rows) {
    const { app, solutionId, months, qty } = line;
    if (line.kind === 'tokenPackage')
      await finish(
        tx,
        line.id,
        await addTokens(tx, { companyId, app, solutionId, source: 'bought', months: months ?? 0, count: qty }),
      );
    else {
      await addComUnits(tx, companyId, comKinds[line.kind], line.icon ?? 1, (line.units ?? 0) * qty);
      await finish(tx, line.id, []);
    }
  }
}

/** Goes on with an order of which nothing is left to be made: deployed, and completed once it is delivered and paid. */
async function advance(tx: Tx, order: Order): Promise<void> {
  const open =
    await sql`SELECT FROM deploy_unit WHERE order_id = ${order.id} AND state IN ('pending', 'error') LIMIT 1`.execute(
      tx,
    );
  if (open.rows.length > 0) return;
  if (order.status === 'confirmed')
    await takeStep(tx, orderLifecycle, order, 'deploy', { ...system, set: { deployed_at: sql`now()` } });
  const arrived = !order.requiresShipping || order.fulfilment === 'delivered';
  if (order.status === 'deployed' && arrived && order.paymentStatus === 'paid')
    await takeStep(tx, orderLifecycle, order, 'complete', { ...system, set: { completed_at: sql`now()` } });
}

/** Makes the units of an order that was confirmed in this transaction, and what of them needs no hands. */
export async function beginDeployment(tx: Tx, orderId: number): Promise<void> {
  const order = await lockRecord<Order>(tx, 'orders', orderId);
  await insertUnits(tx, orderId);
  await deployDigitalLines(tx, order);
  await advance(tx, order);
}

type OpenUnit = Pick<DeployUnit, 'id' | 'lineId' | 'state' | 'months'> & {
  bought: boolean;
  deploys: string;
  app: string;
  solutionId: number;
  hardwareId: number;
};

async function unitsToDeploy(tx: Tx, orderId: number, ids: readonly number[]): Promise<Map<number, OpenUnit>> {
  const found = await sql<OpenUnit>`
    SELECT u.id, u.line_id, u.state, u.months, u.bought, l.deploys, l.app, l.solution_id, l.hardware_id
      FROM deploy_unit u JOIN order_line l ON l.id = u.line_id
     WHERE u.order_id = ${orderId} AND u.id = ANY (${ids}::integer[]) ORDER BY u.id FOR UPDATE OF u`.execute(tx);
  return new Map(found.rows.map((unit) => [unit.id, unit]));
}

const wordOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.word;
  if (error instanceof Invalid) return error.errors[0]?.msg ?? 'invalidSerial';
  throw error;
};

/** Makes the device of one unit within a savepoint: what fails leaves nothing behind but its reason. */
async function deployUnit(tx: Tx, kit: Context['kit'], unit: OpenUnit, device: DeviceToDeploy): Promise<void> {
  await sql`SAVEPOINT unit`.execute(tx);
  try {
    const { deviceId, tokenId, serial } = await deployDevice(tx, kit.apps, device);
    await sql`
      UPDATE deploy_unit SET state = 'done', serial = ${serial}, device_id = ${deviceId}, token_id = ${tokenId}, error = NULL, tries = tries + 1,
             done_by = ${device.by}, done_at = now() WHERE id = ${unit.id}`.execute(tx);
    await sql`UPDATE order_line SET deployed_qty = deployed_qty + 1 WHERE id = ${unit.lineId}`.execute(tx);
    await sql`RELEASE SAVEPOINT unit`.execute(tx);
  } catch (error) {
    const word = wordOf(error);
    await sql`ROLLBACK TO SAVEPOINT unit`.execute(tx);
    await sql`
      UPDATE deploy_unit SET state = 'error', serial = ${device.serial}, error = ${word}, tries = tries + 1 WHERE id = ${unit.id}`.execute(
      tx,
    );
  }
}

export const unitsOf = async (tx: Tx, orderId: number, ids: readonly number[] | null = null): Promise<DeployUnit[]> =>
  (
    await sql<DeployUnit>`
      SELECT id, line_id, n, state, serial, device_id, token_id, error, months FROM deploy_unit
       WHERE order_id = ${orderId} AND (${ids === null}::boolean OR id = ANY (${ids ?? []}::integer[])) ORDER BY id`.execute(
      tx,
    )
  ).rows;

async function deploy({
  tx,
  kit,
  actor,
  params,
  body,
  afterCommit,
}: Context<typeof deploymentRoutes.deploy>): Promise<DeployUnit[]> {
  const order = await lockRecord<Order>(tx, 'orders', params.id);
  if (order.status !== 'confirmed' && order.status !== 'deployed') throw refuse(409, 'not-confirmed', {}, '20020007');
  const ids = body.units.map(({ unitId }) => unitId);
  const units = await unitsToDeploy(tx, order.id, ids);
  if (ids.some((id) => units.get(id)?.deploys !== 'device') || new Set(ids).size < ids.length)
    throw refuse(404, 'not-found');
  for (const { unitId, serial, name } of body.units) {
    const unit = units.get(unitId) as OpenUnit;
    if (unit.state === 'done' || unit.state === 'replaced') continue;
    await deployUnit(tx, kit, unit, {
      companyId: order.companyId,
      app: unit.app,
      solutionId: unit.solutionId,
      hardwareId: unit.hardwareId,
      serial,
      name: name ?? null,
      months: unit.months,
      source: unit.bought ? 'bought' : 'free',
      by: actor.session.user.id,
      order: order.number,
    });
  }
  const results = await unitsOf(tx, order.id, ids);
  await writeStep(tx, 'orders', order.id, 'units-deployed', {
    done: results.filter(({ state }) => state === 'done').length,
    asked: ids.length,
  });
  await advance(tx, order);
  afterCommit(() => {
    publishOrder(kit, order);
    kit.live.publish({ topic: 'devices', type: 'changed', companyId: order.companyId, data: {} });
  });
  return results;
}

export const deploymentHandlers: Handlers<typeof deploymentRoutes> = {
  deploy: (context) => bypassRls(context.tx, context.actor.scope, () => deploy(context)),
};

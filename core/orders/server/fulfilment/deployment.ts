import { sql } from 'kysely';
import { addComUnits } from '#core/accounts/server/api.ts';
import { serialIn } from '#core/devices/common/serial.ts';
import { type DeviceToDeploy, deployDevice, replaceDevice } from '#core/inventory/server/api.ts';
import { unitKinds } from '#core/market/common/product.ts';
import { addTokens, applyTokens } from '#core/subscriptions/server/api.ts';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, writeStep } from '#platform/server/records/lifecycle.ts';
import { refusalWithin } from '#platform/server/records/savepoint.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { DeployUnit, deploymentRoutes } from '../../common/deployment.ts';
import { advanceOrder, type OrderRow } from '../advance-order.ts';
import { issueInvoice } from '../bills/api.ts';
import { publishOrder } from '../live-topics.ts';
import { mailReadyDevices } from './fulfilment-mails.ts';
import { insertUnits } from './insert-units.ts';
import { requestLabels, requestStockLabels } from './labels.ts';
import { pastOfOrder } from './past-of-order.ts';

type DigitalLine = {
  id: number;
  kind: 'sms-package' | 'calling-package' | 'communication' | 'tokenPackage';
  app: string;
  solutionIds: number[];
  qty: number;
  months: number | null;
  units: number | null;
  icon: number | null;
  targetIds: number[];
  /** The number of units to create. */
  open: number;
};

/** Marks the units of a line as created. Subscriptions for devices are used at once; the others go to stock. */
async function finish(
  tx: Tx,
  {
    id: lineId,
    companyId,
    app,
    targetIds,
    deployed,
  }: Pick<DigitalLine, 'id' | 'app' | 'targetIds'> & {
    companyId: number;
    deployed: number;
  },
  tokenIds: readonly number[],
): Promise<void> {
  if (targetIds.length > 0) await applyTokens(tx, { companyId, app, tokenIds, deviceIds: targetIds });
  await sql`
    UPDATE deploy_unit u SET state = 'done', done_at = rasid_now(), token_id = t.id
      FROM (SELECT id, row_number() OVER (ORDER BY n) AS place FROM deploy_unit WHERE line_id = ${lineId}) p
      LEFT JOIN unnest(${tokenIds}::integer[]) WITH ORDINALITY AS t (id, place) ON t.place = p.place
     WHERE u.id = p.id`.execute(tx);
  await tx.updateTable('orderLine').set({ deployedQty: deployed }).where('id', '=', lineId).execute();
}

/** Creates subscriptions and units, which need no scan, at once. Returns whether there were any. */
async function deployDigitalLines(tx: Tx, { id, companyId }: OrderRow): Promise<boolean> {
  const found = await sql<DigitalLine>`
    SELECT l.id, l.kind, l.app, l.solution_ids, l.qty, l.months, l.units, l.icon, l.target_ids, count(*)::integer AS open
      FROM order_line l JOIN deploy_unit u ON u.line_id = l.id
     WHERE l.order_id = ${id} AND (l.kind = 'tokenPackage' OR l.deploys = 'units') GROUP BY l.id ORDER BY l.position`.execute(
    tx,
  );
  for (const line of found.rows) {
    const { app, solutionIds, months, qty, open } = line;
    if (line.kind === 'tokenPackage') {
      const made = { companyId, app, solutionIds, source: 'bought' as const, months: months ?? 0, count: open };
      await finish(tx, { ...line, companyId, deployed: open }, await addTokens(tx, made));
    } else {
      await addComUnits(tx, companyId, unitKinds[line.kind], line.icon ?? 1, (line.units ?? 0) * qty);
      await finish(tx, { ...line, companyId, deployed: qty }, []);
    }
  }
  return found.rows.length > 0;
}

/** Creates the units of an order that was confirmed in this transaction, and deploys those that need no manual work. */
export async function beginDeployment(context: Emitting, orderId: number): Promise<void> {
  const { tx } = context;
  const order = await lockRecord<OrderRow>(tx, 'orders', orderId);
  await emit(context, 'order.confirmed', { id: orderId, companyId: order.companyId });
  await insertUnits(tx, orderId);
  const supplied = await deployDigitalLines(tx, order);
  await advanceOrder(context, order);
  if (supplied) await issueInvoice(tx, orderId);
}

type Deploying = Context<typeof deploymentRoutes.deploy>;
type OpenUnit = Pick<DeployUnit, 'id' | 'lineId' | 'state' | 'serial' | 'deviceId' | 'months'> & {
  bought: boolean;
  deploys: string;
  app: string;
  solutionId: number;
  hardwareId: number;
};

async function unitsToDeploy(tx: Tx, orderId: number, ids: readonly number[]): Promise<Map<number, OpenUnit>> {
  const found = await sql<OpenUnit>`
    SELECT u.id, u.line_id, u.state, u.serial, u.device_id, u.months, u.bought, l.deploys, l.app, l.solution_id, l.hardware_id
      FROM deploy_unit u JOIN order_line l ON l.id = u.line_id
     WHERE u.order_id = ${orderId} AND u.id = ANY (${ids}::integer[]) ORDER BY u.id FOR UPDATE OF u`.execute(tx);
  return new Map(found.rows.map((unit) => [unit.id, unit]));
}

/** Creates the device of one unit within a savepoint: a failure leaves only its reason behind. */
async function deployUnit(
  tx: Tx,
  kit: Context['kit'],
  unit: OpenUnit,
  device: DeviceToDeploy,
  fault: string | null,
): Promise<void> {
  const error = await refusalWithin(tx, async () => {
    if (fault) throw refuse(409, fault);
    const { deviceId, tokenId, serial } = await deployDevice(tx, kit.apps, device);
    await sql`
      UPDATE deploy_unit SET state = 'done', serial = ${serial}, device_id = ${deviceId}, token_id = ${tokenId}, error = NULL, error_at = NULL, tries = tries + 1,
             done_by = ${device.by}, done_at = rasid_now() WHERE id = ${unit.id}`.execute(tx);
    await tx
      .updateTable('orderLine')
      .set({ deployedQty: (row) => row('deployedQty', '+', 1) })
      .where('id', '=', unit.lineId)
      .execute();
  });
  if (error !== null)
    await sql`
      UPDATE deploy_unit SET state = 'error', serial = ${device.serial}, error = ${error}, error_at = coalesce(error_at, rasid_now()),
             tries = tries + 1 WHERE id = ${unit.id}`.execute(tx);
}

export const orderUnits = async (
  tx: Tx,
  orderId: number,
  ids: readonly number[] | null = null,
): Promise<DeployUnit[]> =>
  (
    await sql<DeployUnit>`
      SELECT id, line_id, n, state, serial, device_id, token_id, error, months FROM deploy_unit
       WHERE order_id = ${orderId} AND (${ids === null}::boolean OR id = ANY (${ids ?? []}::integer[])) ORDER BY id`.execute(
      tx,
    )
  ).rows;

const deviceOf = (order: OrderRow, unit: OpenUnit, by: number): Omit<DeviceToDeploy, 'serial' | 'name'> => ({
  companyId: order.companyId,
  app: unit.app,
  solutionId: unit.solutionId,
  hardwareId: unit.hardwareId,
  months: unit.months,
  source: unit.bought ? 'bought' : 'free',
  by,
  order: order.number,
});

/** Replaces a device that was created before. The unit of the replaced device is kept, marked as replaced. */
async function replaceUnit(context: Deploying, order: OrderRow): Promise<number[]> {
  const { tx, kit, actor, body } = context;
  if (!body.replace) return [];
  const { unitId, serial, reason } = body.replace;
  const former = (await unitsToDeploy(tx, order.id, [unitId])).get(unitId);
  if (former?.deploys !== 'device' || former.deviceId === null) throw refuse(404, 'not-found');
  if (former.state !== 'done') throw refuse(409, 'unit-done', {}, '20070004');
  const by = actor.session.user.id;
  // The subscription of the replaced device moves to the new one.
  const made = await deployDevice(tx, kit.apps, { ...deviceOf(order, former, by), serial, name: null, months: 0 });
  await replaceDevice(tx, { before: former.deviceId, after: made.deviceId }, by);
  await tx.updateTable('deployUnit').set({ state: 'replaced' }).where('id', '=', unitId).execute();
  const inserted = await sql<{ id: number }>`
    INSERT INTO deploy_unit (order_id, line_id, company_id, n, state, months, bought, serial, device_id, token_id, tries, done_by, done_at)
    SELECT order_id, line_id, company_id, (SELECT max(n) + 1 FROM deploy_unit WHERE line_id = u.line_id), 'done', months, bought, ${made.serial},
           ${made.deviceId}, token_id, 1, ${by}, rasid_now() FROM deploy_unit u WHERE id = ${unitId} RETURNING id`.execute(
    tx,
  );
  await writeStep(tx, 'orders', order.id, 'unit-replaced', { was: former.serial, serial: made.serial, reason });
  return [unitId, ...inserted.rows.map(({ id }) => id)];
}

type Deployed = { ids: number[]; notTaken: Set<number> };

/**
 * Creates the devices of units. Refuses units that are not devices of the order, and the same unit twice. `notTaken`
 * are finished units with another serial number than the one that was sent.
 */
async function deployUnits(context: Deploying, order: OrderRow): Promise<Deployed> {
  const { tx, kit, actor, body } = context;
  const ids = body.units.map(({ unitId }) => unitId);
  const units = await unitsToDeploy(tx, order.id, ids);
  if (ids.some((id) => units.get(id)?.deploys !== 'device') || new Set(ids).size < ids.length)
    throw refuse(404, 'not-found');
  const past = await pastOfOrder(tx, order);
  const serials = new Set<string>();
  const notTaken = new Set<number>();
  for (const { unitId, serial, name } of body.units) {
    const unit = units.get(unitId) as OpenUnit;
    const read = serialIn(serial) ?? serial;
    if (unit.state !== 'pending' && unit.state !== 'error') {
      if (read !== unit.serial) notTaken.add(unitId);
      continue;
    }
    const device = { ...deviceOf(order, unit, actor.session.user.id), serial, name: name ?? null, past };
    await deployUnit(tx, kit, unit, device, serials.has(read) ? 'twiceInList' : null);
    serials.add(read);
  }
  return { ids, notTaken };
}

async function deploy(context: Deploying): Promise<(DeployUnit & { unitId: number })[]> {
  const { tx, kit, params, body, afterCommit } = context;
  const order = await lockRecord<OrderRow>(tx, 'orders', params.id);
  const { status } = order;
  if (!['confirmed', 'deployed', ...(body.replace ? ['completed'] : [])].includes(status))
    throw refuse(409, 'not-confirmed', {}, '20020007');
  if (order.paymentStatus === 'refunded')
    throw refuse(409, 'step-not-possible', { step: 'deploy', state: order.paymentStatus }, '20020004');
  const { ids: asked, notTaken } = await deployUnits(context, order);
  const ids = [...asked, ...(await replaceUnit(context, order))];
  await advanceOrder(context, order);
  if (status === 'confirmed' && order.status !== status) await mailReadyDevices(tx, kit, order);
  const results = await orderUnits(tx, order.id, ids);
  if (results.some(({ state }) => state === 'done')) await issueInvoice(tx, order.id);
  afterCommit(() => {
    publishOrder(kit, order);
    kit.live.publish({ topic: 'devices', type: 'changed', companyId: order.companyId, data: {} });
  });
  return results.map((unit) => ({
    ...unit,
    unitId: unit.id,
    ...(notTaken.has(unit.id) ? { error: 'unit-done' } : {}),
  }));
}

export const deploymentHandlers: Handlers<typeof deploymentRoutes> = {
  deploy: (context) => bypassRls(context.tx, context.actor.scope, () => deploy(context)),
  stockLabels: (context) => bypassRls(context.tx, context.actor.scope, () => requestStockLabels(context)),
  labels: (context) => bypassRls(context.tx, context.actor.scope, () => requestLabels(context)),
};

import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { inBatch } from '../raising/alarm-changes.ts';
import { raiseAlarms } from '../raising/raise.ts';

let app: Rasid;
let customer: TestPerson;
let meter: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  meter = await testDevice(app, customer, 'solutionId=903');
});
afterAll(async () => {
  await meter.end();
  await app.close();
});

type Listed = { id: number; kind: string; disposition: string };
const alarms = async (which: '' | '/history'): Promise<Listed[]> =>
  (await customer.call('GET', `/sample/alarm/operational${which}?deviceId=${meter.id}&sort[id]=desc`)).body.data;
const lastLineOf = async (id: number) =>
  (await customer.call('GET', `/sample/alarm/operational/${id}`)).body.data.events.at(-1);
const timers = async () =>
  (
    await inSystem(app.kit.db, (tx) =>
      tx.selectFrom('alarmTimer').select('ruleId').where('deviceId', '=', meter.id).execute(),
    )
  ).length;
const uninstall = (to: string) => customer.call('PUT', `/sample/device/${meter.id}/remove`, { body: { to } });
const install = (structureId: number) =>
  customer.call('PUT', `/sample/device/${meter.id}/install`, { body: { structureId } });
const structureOf = async (): Promise<number> =>
  (await customer.call('GET', `/sample/device/${meter.id}`)).body.data.structure.id;

const raise = (tx: Tx, kind: string) =>
  raiseAlarms(inBatch(app.kit, tx), [{ deviceId: meter.id, kind, severity: 'problem' }]);
/** An open transaction of a worker, which evaluated the device before it was uninstalled. */
async function worker() {
  const began = Promise.withResolvers<Tx>();
  const ended = Promise.withResolvers<void>();
  const transaction = inSystem(app.kit.db, (tx) => {
    began.resolve(tx);
    return ended.promise;
  });
  return {
    tx: await began.promise,
    commit() {
      ended.resolve();
      return transaction;
    },
  };
}

test('open alarms and timers of a device end when it returns to the inventory and start again after its installation', async () => {
  const structureId = await structureOf();
  // A high flow raises an alarm only after a duration.
  await meter.publish({ leak: true, flow: 80 });
  const [leak] = await alarms('');
  expect([leak?.kind, await timers()]).toEqual(['leak', 1]);

  const published: unknown[] = [];
  const stop = app.kit.live.subscribe('alarms', ({ type, data }) => published.push({ type, data }));
  await uninstall('inventory');
  stop();
  expect(published).toMatchObject([{ type: 'closed', data: { id: leak?.id, severity: 'problem' } }]);
  expect([await alarms(''), await timers()]).toEqual([[], 0]);
  expect((await alarms('/history'))[0]).toMatchObject({ id: leak?.id, disposition: 'terminated' });
  expect(await lastLineOf(leak?.id as number)).toMatchObject({
    action: 'terminated',
    actor: null,
    data: { reason: 'device-returned' },
  });

  // What it reports from the inventory counts for nothing.
  await meter.publish({ leak: true, flow: 80 });
  expect([await alarms(''), await timers()]).toEqual([[], 0]);
  expect((await install(structureId)).status).toBe(200);
  await meter.publish({ leak: true, flow: 80 });
  expect([(await alarms('')).map(({ kind }) => kind), await timers()]).toEqual([['leak'], 1]);
});

test('an alarm that is raised while its device is being uninstalled is not left open', async () => {
  const structureId = await structureOf();
  const [leak] = await alarms('');
  // The uninstallation stops before it closes the alarms.
  const holder = await worker();
  await sql`SELECT FROM alarm WHERE id = ${leak?.id} FOR UPDATE`.execute(holder.tx);
  const uninstalled = uninstall('inventory');
  // What the product does by itself may wait for the same alarm.
  await lockWaits(app, 1, "SET disposition = 'terminated'");
  const { tx, commit } = await worker();
  const raised = raise(tx, 'flow-high');
  await lockWaits(app, 1, 'INSERT INTO alarm');
  await holder.commit();
  expect((await uninstalled).status).toBe(200);
  expect(await raised).toEqual([]);
  await commit();
  expect(await alarms('')).toEqual([]);
  expect((await install(structureId)).status).toBe(200);
});

test('an alarm that was raised just before its device is uninstalled is closed with the others', async () => {
  const structureId = await structureOf();
  const { tx, commit } = await worker();
  expect(await raise(tx, 'flow-high')).toHaveLength(1);
  const uninstalled = uninstall('inventory');
  await lockWaits(app, 1);
  await commit();
  expect((await uninstalled).status).toBe(200);
  expect(await alarms('')).toEqual([]);
  expect((await install(structureId)).status).toBe(200);
  await meter.publish({ leak: true });
});

test('open alarms and timers of a removed device end permanently', async () => {
  const [leak] = await alarms('');
  await uninstall('removed');
  expect([await alarms(''), await timers()]).toEqual([[], 0]);
  expect((await lastLineOf(leak?.id as number)).data).toEqual({ reason: 'device-removed' });

  const { tx, commit } = await worker();
  expect(await raise(tx, 'leak')).toEqual([]);
  await commit();
});

test('alarms that an earlier version left open on removed devices are closed by the migration', async () => {
  const { rows } = await app.kit.pool.query(
    "UPDATE alarm SET disposition = 'open', closed_at = NULL WHERE id = (SELECT max(id) FROM alarm WHERE device_id = $1) RETURNING id",
    [meter.id],
  );
  const file = new URL('../migrations/0009_alarms_of_removed.sql', import.meta.url);
  await app.kit.pool.query(`BEGIN; ${await readFile(file, 'utf8')} COMMIT`);
  expect(await alarms('')).toEqual([]);
  expect((await lastLineOf(rows[0].id)).data).toEqual({ reason: 'device-removed' });
});

test('a refused removal leaves the alarms of the device open', async () => {
  const other = await testDevice(app, customer, 'solutionId=901');
  await other.publish({ level: 1 });
  await other.publish({ level: 3.4 });
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('PUT', `/sample/device/${other.id}/remove`, { body: { to: 'removed' } })).status).toBe(403);
  const open = await customer.call('GET', `/sample/alarm/operational?deviceId=${other.id}`);
  expect(open.body.data.map(({ kind }: Listed) => kind)).toContain('level-high');
  await other.end();
});

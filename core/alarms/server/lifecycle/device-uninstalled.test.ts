import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { raiseAlarms } from './raise.ts';

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

test('open alarms and timers of a device end when it returns to the inventory and start again after its installation', async () => {
  const { structure } = (await customer.call('GET', `/sample/device/${meter.id}`)).body.data;
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

  const again = { body: { structureId: structure.id } };
  expect((await customer.call('PUT', `/sample/device/${meter.id}/install`, again)).status).toBe(200);
  await meter.publish({ leak: true, flow: 80 });
  expect([(await alarms('')).map(({ kind }) => kind), await timers()]).toEqual([['leak'], 1]);
});

test('open alarms and timers of a removed device end for good', async () => {
  const [leak] = await alarms('');
  await uninstall('removed');
  expect([await alarms(''), await timers()]).toEqual([[], 0]);
  expect((await lastLineOf(leak?.id as number)).data).toEqual({ reason: 'device-removed' });

  // A sweep or a batch can have evaluated the device before.
  const hit = { kind: 'leak', class: 'operational', severity: 'problem', ruleId: null, hits: 1, sensor: null } as const;
  const alarm = { ...hit, deviceId: meter.id, at: Date.now(), value: null, names: null, limit: null };
  const raised = await inSystem(app.kit.db, (tx) => raiseAlarms(tx, [alarm]));
  expect(raised).toEqual([]);
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

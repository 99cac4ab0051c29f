import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let tank: TestDevice;
let device: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM device_command');
  tank = await testDevice(app, customer, 'solutionId=901');
  device = await testDevice(app, customer, 'solutionId=902');
});
afterEach(async () => {
  await Promise.all([tank.end(), device.end()]);
});

const send = (id: number, body: object, headers: Record<string, string> = {}) =>
  customer.call('POST', `/sample/device/${id}/command`, { body, headers });
const commandsOf = async (id: number) => (await customer.call('GET', `/sample/device/${id}/command`)).body.data;
const commandOf = async (device: number, id: number) =>
  (await commandsOf(device)).find((command: { id: number }) => command.id === id);
const inState = (device: number, id: number, state: string) =>
  eventually(
    () => commandOf(device, id),
    (command) => command.state === state,
  );
/** Connects the device; it acknowledges every command but does not answer. */
async function listen(unit: TestDevice, values: object): Promise<void> {
  await unit.publish(values);
  const client = await unit.connect();
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
}
const openAlarms = async (id: number) =>
  (await customer.call('GET', `/sample/alarm/operational?deviceId=${id}`)).body.data;

test('two clicks with the same form key make one command', async () => {
  const headers = { 'idempotency-key': 'one-form' };
  const order = { method: 'switch', params: { on: true } };
  const [first, second] = await Promise.all([send(device.id, order, headers), send(device.id, order, headers)]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.data.id).toBe(first.body.data.id);
  expect(await commandsOf(device.id)).toHaveLength(1);
});

test('a second command that changes the same thing is refused with the first one, and replaces it on request', async () => {
  const first = (await send(device.id, { method: 'switch', params: { on: true } })).body.data;
  const opposite = { method: 'switch', params: { on: false } };
  const refused = await send(device.id, opposite);
  expect([refused.status, refused.body.code, refused.body.word]).toEqual([409, '01020409', 'command-under-way']);
  expect(JSON.stringify(refused.body)).toContain(`"id":${first.id}`);
  const second = await send(device.id, { ...opposite, replace: true });
  expect(second.status).toBe(201);
  expect(await commandOf(device.id, first.id)).toMatchObject({ state: 'failed', reason: 'superseded' });
});

test('a queued command is cancelled once, by anyone who may send it, and is not sent afterwards', async () => {
  const order = { method: 'switch', params: { on: true } };
  const sent = (await send(device.id, order)).body.data;
  const path = `/sample/device/${device.id}/command/${sent.id}/cancel`;
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('POST', path)).status).toBe(403);
  const other = `/sample/device/${tank.id}/command/${sent.id}/cancel`;
  expect((await customer.call('POST', other)).status).toBe(404);
  const cancelled = await customer.call('POST', path);
  expect(cancelled.body.data).toMatchObject({ state: 'failed', reason: 'cancelled' });
  expect(cancelled.body.data.trace.map(({ state }: { state: string }) => state)).toEqual(['queued', 'failed']);
  expect((await customer.call('POST', path)).body.data).toEqual(cancelled.body.data);
  const log = (await customer.call('GET', `/sample/device/${device.id}/log?kind=command-cancelled`)).body.data;
  expect(log).toMatchObject([{ data: { id: sent.id, method: 'switch' } }]);
  const next = (await send(device.id, { method: 'switch', params: { on: false } })).body.data;
  await listen(device, { byHand: false });
  await inState(device.id, next.id, 'delivered');
  expect((await commandOf(device.id, sent.id)).state).toBe('failed');
  const late = await customer.call('POST', `/sample/device/${device.id}/command/${next.id}/cancel`);
  expect([late.status, late.body.word]).toEqual([409, 'command-not-queued']);
});

test('exactly one of many commands that are sent at once is stored', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => send(device.id, { method: 'unlock' })));
  expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
});

test('commands with another value of their key do not wait for each other', async () => {
  const ping = (port: number) => send(device.id, { method: 'ping', params: { port } });
  expect([(await ping(1)).status, (await ping(2)).status, (await ping(2)).status]).toEqual([201, 201, 409]);
});

test('a command is confirmed only by the reported value, not by the answer, and has the time of every state', async () => {
  await listen(tank, { level: 1 });
  const sent = (await send(tank.id, { method: 'fill', params: { level: 2 } })).body.data;
  await inState(tank.id, sent.id, 'delivered');
  await tank.publish({}, `v1/devices/me/rpc/response/${sent.id}`);
  await tank.publish({ level: 1.5 });
  expect((await commandOf(tank.id, sent.id)).state).toBe('delivered');
  await tank.publish({ level: 2.15 });
  const confirmed = await inState(tank.id, sent.id, 'confirmed');
  expect(confirmed.trace.map(({ state }: { state: string }) => state)).toEqual([
    'queued',
    'sent',
    'delivered',
    'confirmed',
  ]);
  expect(confirmed.requestedBy).not.toBeNull();
  for (const { at } of confirmed.trace) expect(Date.parse(at)).not.toBeNaN();
});

test('a value from before the command does not confirm it', async () => {
  await listen(tank, { level: 2 });
  const sent = (await send(tank.id, { method: 'fill', params: { level: 3 } })).body.data;
  await inState(tank.id, sent.id, 'delivered');
  await tank.publish({ ts: Date.now() - 60_000, values: { level: 3 } });
  await tank.publish({ ts: Date.now(), values: { level: 2 } });
  expect((await commandOf(tank.id, sent.id)).state).toBe('delivered');
});

test('a text and an attribute confirm as well', async () => {
  await listen(device, { mode: 'day' });
  const mode = (await send(device.id, { method: 'mode', params: { mode: 'night' } })).body.data;
  await inState(device.id, mode.id, 'delivered');
  await device.publish({ mode: 'night' });
  await inState(device.id, mode.id, 'confirmed');
  const tested = (await send(device.id, { method: 'selfTest' })).body.data;
  await inState(device.id, tested.id, 'delivered');
  await device.publish({ selfTest: 'running' }, 'v1/devices/me/attributes');
  expect((await commandOf(device.id, tested.id)).state).toBe('delivered');
  await device.publish({ selfTest: 'passed' }, 'v1/devices/me/attributes');
  await inState(device.id, tested.id, 'confirmed');
});

test('the outcome of a command that is delivered but not confirmed in time is unknown, and its alarm lasts until the value comes', async () => {
  await listen(tank, { level: 1 });
  const sent = (await send(tank.id, { method: 'fill', params: { level: 2.8 } })).body.data;
  await inState(tank.id, sent.id, 'delivered');
  await app.kit.pool.query(`UPDATE device_command SET confirm_by = now() WHERE id = $1`, [sent.id]);
  expect(await inState(tank.id, sent.id, 'unknown')).toMatchObject({ reason: 'not-confirmed' });
  const [alarm] = await eventually(
    () => openAlarms(tank.id),
    (alarms) => alarms.some(({ kind }: { kind: string }) => kind === 'not-followed'),
  );
  expect(alarm).toMatchObject({ kind: 'not-followed', severity: 'problem', condition: 'active' });
  await tank.publish({ level: 2.8 });
  await eventually(
    () => openAlarms(tank.id),
    (alarms) => alarms.every(({ condition }: { condition: string }) => condition === 'cleared'),
  );
  expect(await commandOf(tank.id, sent.id)).toMatchObject({ state: 'confirmed', reason: null });
});

test('an order to an absent device is held with a notice, or refused with the code of the app', async () => {
  await app.kit.pool.query(`UPDATE device SET connection = 'offline' WHERE id = $1`, [device.id]);
  const held = await send(device.id, { method: 'mode', params: { mode: 'day' } });
  expect([held.status, held.body.data.notice]).toEqual([200, 'Configuration will be set when the device is online']);
  const refused = await send(device.id, { method: 'selfTest' });
  expect([refused.status, refused.body.code]).toEqual([409, '90020403']);
  expect(await commandsOf(device.id)).toHaveLength(1);
  const waiting = (await send(device.id, { method: 'selfTest', waitSeconds: 20 })).body.data;
  expect(Math.round((Date.parse(waiting.expiresAt) - Date.parse(waiting.createdAt)) / 1000)).toBe(20);
});

test('a command is refused while the device is operated by hand, suspended or without a subscription', async () => {
  const order = { method: 'switch', params: { on: true } };
  const codes: string[] = [];
  const refusal = async () => {
    const { status, body } = await send(device.id, order);
    codes.push(`${status} ${body.code}`);
  };
  await device.publish({ byHand: true });
  await refusal();
  await device.publish({ byHand: false });
  await app.kit.pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [device.id]);
  await refusal();
  await app.kit.pool.query('UPDATE device SET token_blocked = false WHERE id = $1', [device.id]);
  await customer.call('POST', `/sample/device/${device.id}/suspend`, { body: { reason: 'Repair' } });
  await refusal();
  await customer.call('POST', `/sample/device/${device.id}/resume`);
  expect(codes).toEqual(['409 90020409', '409 01020402', '409 01020410']);
  expect((await send(device.id, order)).status).toBe(201);
});

test('an unfinished command ends when its device is suspended', async () => {
  const { id } = (await send(device.id, { method: 'switch', params: { on: true } })).body.data;
  await customer.call('POST', `/sample/device/${device.id}/suspend`, { body: { reason: 'Repair' } });
  expect(await commandOf(device.id, id)).toMatchObject({ state: 'failed', reason: 'suspended' });
  await customer.call('POST', `/sample/device/${device.id}/resume`);
});

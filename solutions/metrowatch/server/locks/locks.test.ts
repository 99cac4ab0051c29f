import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let door: TestDevice;
let padlock: TestDevice;
let lock: TestLock;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  viewer = await app.signIn('viewer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  padlock = await testDevice(app, customer, 'hardwareId=1202', '/metrowatch');
  lock = await new TestLock(door).connect();
});
afterAll(async () => {
  await Promise.all([door.end(), padlock.end()]);
  await app.close();
});

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  customer.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
const log = async (id: number) => (await call('GET', `/access-log?deviceId=${id}`)).body.data;
const command = async (device: number, id: number) =>
  (await call('GET', `/device/${device}/command`)).body.data.find((one: { id: number }) => one.id === id);
const refusal = ({ status, body }: { status: number; body: { code?: string; msg?: string } }) => [status, body.code];
const unfinished = async (device: number) =>
  (await call('GET', `/device/${device}/command`)).body.data.filter(({ state }: { state: string }) =>
    ['queued', 'sent', 'delivered'].includes(state),
  );

test('a lock opens over HTTP, and its report confirms it and is in the log', async () => {
  const sent = await call('POST', `/device/${door.id}/unlock`, { reason: 'Delivery' });
  expect([sent.status, sent.body.data.method]).toEqual([201, 'unlock']);
  const [line] = await eventually(
    () => log(door.id),
    (all) => all.length > 0,
  );
  expect(line).toMatchObject({
    action: 'unlock',
    result: 'granted',
    method: 'remote',
    by: 'Mariam Al Suwaidi',
    commandId: sent.body.data.id,
  });
  const stranger = await viewer.call('POST', `/metrowatch/device/${door.id}/unlock`, { body: {} });
  expect([403, 404]).toContain(stranger.status);
});

test('a sleeping lock must be woken, and nothing stays queued; a person who waits for it opens it when it wakes', async () => {
  const asleep = await call('POST', `/device/${padlock.id}/unlock`, {});
  expect([...refusal(asleep), asleep.body.word]).toEqual([409, '03010403', 'wake-up-the-lock']);
  expect(await unfinished(padlock.id)).toEqual([]);
  const waiting = (await call('POST', `/device/${padlock.id}/unlock`, { waitSeconds: 60 })).body.data;
  expect(Math.round((Date.parse(waiting.expiresAt) - Date.parse(waiting.createdAt)) / 1000)).toBe(60);
  await new TestLock(padlock).connect();
  await eventually(
    () => command(padlock.id, waiting.id),
    ({ state }) => state === 'confirmed',
  );
  const late = (await call('POST', `/device/${padlock.id}/unlock`, { waitSeconds: 1 })).body.data;
  expect(late.state).toBe('queued');
});

test('parameters of a sleeping padlock are held with the notice, and confirmed when it reports them', async () => {
  const held = await call('POST', `/device/${padlock.id}/topfly/set-parameters`, { movingSeconds: 30, autoLock: true });
  expect([held.status, held.body.data.notice]).toEqual([200, 'Configuration will be set when the device is online']);
  await eventually(
    () => command(padlock.id, held.body.data.id),
    ({ state }) => state === 'confirmed',
  );
  expect((await call('POST', `/device/${door.id}/topfly/set-parameters`, { movingSeconds: 30 })).status).toBe(404);
});

/** Waits for the report of the door about an order, which would otherwise arrive during the next test. */
const opened = async ({ status, body }: Awaited<ReturnType<typeof call>>) => {
  expect(status).toBe(201);
  await eventually(
    () => command(door.id, body.data.id),
    ({ state }) => state === 'confirmed',
  );
};

test('a blocked lock opens for nobody from the order on, still closes, and opens again once it is unblocked', async () => {
  lock.stuck = true;
  const blocked = await call('PATCH', `/device/${door.id}/block`, { reason: 'Lost key' });
  expect(blocked.body.data.method).toBe('setBlocked');
  expect(refusal(await call('POST', `/device/${door.id}/unlock`, {}))).toEqual([409, '03010410']);
  const general = await call('POST', `/device/${door.id}/command`, { method: 'unlock', params: {} });
  expect(refusal(general)).toEqual([409, '03010410']);
  const since = (await call('GET', `/device/${door.id}/access`)).body.data.blocked;
  expect(since).toMatchObject({ reason: 'Lost key' });
  await call('PATCH', `/device/${door.id}/block`, { reason: 'Lost key' });
  expect((await call('GET', `/device/${door.id}/access`)).body.data.blocked).toEqual(since);
  expect((await call('GET', '/device/blocked')).body.data).toEqual([{ deviceId: door.id, reason: 'Lost key' }]);
  expect((await call('PATCH', `/device/${door.id}/lock`, {})).status).toBe(201);
  await call('PATCH', `/device/${door.id}/unblock`, {});
  expect((await call('GET', '/device/blocked')).body.data).toEqual([]);
  lock.stuck = false;
  await app.kit.pool.query("UPDATE device_command SET state = 'failed' WHERE state IN ('queued', 'sent', 'delivered')");
  await opened(await call('POST', `/device/${door.id}/unlock`, {}));
});

test('a jammed lock tries to open only if it is forced to', async () => {
  await app.kit.pool.query("UPDATE device_command SET state = 'failed' WHERE state IN ('queued', 'sent', 'delivered')");
  await door.publish({ lockState: 'jammed' });
  expect(refusal(await call('POST', `/device/${door.id}/unlock`, {}))).toEqual([409, '03010411']);
  await opened(await call('POST', `/device/${door.id}/unlock`, { force: true }));
});

test('locks are listed by their last report, such as those that are jammed', async () => {
  const listed = async (state: string) =>
    (await customer.call('GET', `/metrowatch/device?limit=100&lockState=${state}`)).body.data.map(
      ({ id }: { id: number }) => id,
    );
  const jammed = await listed('jammed');
  await door.publish({ lockState: 'jammed' });
  expect((await listed('jammed')).sort()).toEqual([...new Set([...jammed, door.id])].sort());
  expect(await listed('locked,unlocked')).not.toContain(door.id);
  await door.publish({ lockState: 'locked' });
  expect(await listed('locked')).toContain(door.id);
});

test('a lock without a subscription does not open, but can still be closed and blocked', async () => {
  await app.kit.pool.query("UPDATE device_command SET state = 'failed' WHERE state IN ('queued', 'sent', 'delivered')");
  await door.publish({ lockState: 'unlocked' });
  await app.kit.pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [door.id]);
  expect(refusal(await call('POST', `/device/${door.id}/unlock`, {}))).toEqual([409, '01020402']);
  expect((await call('PATCH', `/device/${door.id}/lock`, {})).status).toBe(201);
  expect((await call('PATCH', `/device/${door.id}/block`, {})).status).toBe(201);
  await call('PATCH', `/device/${door.id}/unblock`, {});
  await app.kit.pool.query('UPDATE device SET token_blocked = false WHERE id = $1', [door.id]);
});

test('a password reaches only the lock: it is sealed, and hidden in the list and the history of commands', async () => {
  const weak = await call('PATCH', `/device/${door.id}/password`, { password: '123456' });
  expect(weak.body.errors).toEqual([{ param: 'password', msg: 'weakCode' }]);
  const sent = await call('PATCH', `/device/${door.id}/password`, { password: '738246' });
  expect(sent.body.data?.params, JSON.stringify(sent.body)).toEqual({ password: '••••' });
  await eventually(
    async () => lock.orders.find(({ method }) => method === 'setPassword'),
    (order) => order?.params.password === '738246',
  );
  const { rows } = await app.kit.pool.query(
    "SELECT (SELECT string_agg(c::text, '') FROM device_command c) || (SELECT string_agg(l::text, '') FROM change_log l WHERE table_name = 'device_command') AS all",
  );
  expect(rows[0].all).not.toContain('738246');
});

test('the numbers of cards reach only the padlock', async () => {
  const seal = await testDevice(app, customer, 'hardwareId=1201', '/metrowatch');
  const sent = await call('PATCH', `/device/${seal.id}/elock/set-parameters`, { cards: ['04A1B2C3'] });
  expect([sent.status, sent.body.data?.method, sent.body.data?.params], JSON.stringify(sent.body)).toEqual([
    200,
    'setCards',
    { cards: '••••' },
  ]);
  const listed = await call('GET', `/device/${seal.id}/command`);
  expect(JSON.stringify(listed.body)).not.toContain('04A1B2C3');
  await seal.end();
});

test('people cannot send the commands that only the server sends', async () => {
  const sent = await call('POST', `/device/${door.id}/command`, { method: 'deleteCode', params: { slot: 2 } });
  expect(refusal(sent)).toEqual([404, '01020404']);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceCommand } from '#core/commands/server/api.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
let lock: TestLock;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  lock = await new TestLock(door).connect();
});
afterAll(async () => {
  await door.end();
  await app.close();
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  customer.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const sara = { name: 'Sara Haddad', email: 'sara@visitors.test' };
const give = (body: object) => call('POST', '/user-access', { deviceIds: [door.id], ...body });
const grantOf = async (id: number) => (await call('GET', `/user-access/${id}`)).body.data;
const inSync = (id: number, sync: string) =>
  eventually(
    () => grantOf(id),
    ({ credentials }) =>
      credentials.every((one: { kind: string; sync: string }) => one.kind !== 'pin' || one.sync === sync),
  );
const linkOf = (made: { body: { data: { secrets: { links: { url: string }[] } } } }) =>
  `/metrowatch/access-token/public/${made.body.data.secrets.links[0]?.url.split('/').at(-1)}`;
const link = (more: object = {}) =>
  call('POST', '/access-token', { deviceId: door.id, kind: 'link', from: hours(-1), to: hours(1), ...more });
const open = (path: string, body: object = {}) =>
  app.anonymous.call('POST', `${path}/unlock`, { body: { key: randomUUID(), ...body } });
const faults = ({ body }: { body: { errors?: Record<string, string>[] } }) =>
  (body.errors ?? []).map(({ param, msg }) => `${param} ${msg}`);

test('a code is never written over one that was entered at the lock', async () => {
  const made = async () => {
    const { id } = (await give({ mode: 'fulltime', holder: sara, methods: ['pin'] })).body.data;
    return { id, slot: (await inSync(id, 'set')).credentials[0].slot as number };
  };
  const { id, slot } = await made();
  await call('DELETE', `/user-access/${id}`);
  await inSync(id, 'removed');
  lock.codes[slot] = 'cafecafecafecafe';
  await lock.list();
  await eventually(
    async () => (await call('GET', `/device/${door.id}/code`)).body.data,
    (all) => all.some((one: { slot: number; state: string }) => one.slot === slot && one.state === 'unmanaged'),
  );
  expect((await made()).slot).not.toBe(slot);
  expect(lock.codes[slot]).toBe('cafecafecafecafe');
  delete lock.codes[slot];
  await lock.list();
});

test('a code whose deletion fails is deleted again, and never written again', async () => {
  const made = (await give({ mode: 'fulltime', holder: sara, methods: ['pin'] })).body.data;
  const { slot } = (await inSync(made.id, 'set')).credentials[0];
  lock.stuck = true;
  lock.orders.length = 0;
  await call('DELETE', `/user-access/${made.id}`);
  const sent = (count: number) =>
    eventually(
      async () => lock.orders.filter(({ params }) => params.slot === slot).map(({ method }) => method),
      (methods) => methods.length >= count,
    );
  await sent(1);
  const { rows } = await app.kit.pool.query('SELECT command_id FROM access_credential WHERE grant_id = $1', [made.id]);
  await advanceCommand(app.kit, door.id, rows[0].command_id, 'failed');
  await eventually(
    () => grantOf(made.id),
    ({ credentials }) => credentials[0].reason === 'device-error',
  );
  lock.stuck = false;
  await app.kit.pool.query('UPDATE access_credential SET next_attempt_at = now() WHERE grant_id = $1', [made.id]);
  expect(await sent(2)).toEqual(['deleteCode', 'deleteCode']);
  await inSync(made.id, 'removed');
});

test('codes are deleted from a lock before others that have waited longer are written', async () => {
  const made = async () => {
    const { id } = (await give({ mode: 'fulltime', holder: sara, methods: ['pin'] })).body.data;
    await inSync(id, 'set');
    return id as number;
  };
  const [written, deleted] = [await made(), await made()];
  lock.orders.length = 0;
  await app.kit.pool.query(
    `UPDATE access_credential
        SET sync = CASE grant_id WHEN $1 THEN 'wanted' ELSE 'removing' END, slot = CASE grant_id WHEN $1 THEN NULL ELSE slot END,
            next_attempt_at = CASE grant_id WHEN $1 THEN now() - interval '1 minute' ELSE now() END, command_id = NULL
      WHERE grant_id IN ($1, $2) AND store = 'codes'`,
    [written, deleted],
  );
  await eventually(
    async () => lock.orders.length,
    (count) => count >= 2,
  );
  expect(lock.orders.slice(0, 2).map(({ method }) => method)).toEqual(['deleteCode', 'setCode']);
});

test('a code that was just taken from a lock is not given again', async () => {
  const chosen = () => give({ mode: 'fulltime', holder: sara, methods: ['pin'], pin: '937284' });
  const made = await chosen();
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await call('DELETE', `/user-access/${made.body.data.id}`);
  expect(faults(await chosen())).toEqual(['pin weakCode']);
});

test('the last three codes that were taken from a lock are not given again, and the one before them is', async () => {
  const holder = { name: 'Omar Farouk', email: 'omar@visitors.test' };
  const chosen = (pin: string) => give({ mode: 'fulltime', holder, methods: ['pin'], pin });
  const codes = ['486153', '729418', '518362', '947206'];
  const made = [];
  for (const pin of codes) {
    const { status, body } = await chosen(pin);
    expect(status, JSON.stringify(body)).toBe(201);
    made.push(body.data.id);
  }
  // The code that was given first is taken last.
  for (const id of made.toReversed()) await call('DELETE', `/user-access/${id}`);
  const refused = [];
  for (const pin of codes) refused.push(faults(await chosen(pin)));
  expect(refused).toEqual([['pin weakCode'], ['pin weakCode'], ['pin weakCode'], []]);
});

test('unblocking a link resets its count of wrong numbers', async () => {
  const made = await link({ needsPin: true, maxUses: 3 });
  const path = linkOf(made);
  for (let n = 0; n < 4; n++) expect((await open(path, { pin: 'nope' })).status).toBe(403);
  for (const change of ['block', 'unblock'])
    await call('POST', '/user-access/change', { grantIds: [made.body.data.id], change });
  expect((await open(path, { pin: 'nope' })).status).toBe(403);
  expect((await app.anonymous.call('GET', path)).body.data.state).toBe('ready');
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmPending, readLists } from '#core/access/server/api.ts';
import { advanceCommand } from '#core/commands/server/api.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './locks/test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
let lock: TestLock;
let cabinet: { id: number; name: string };

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  cabinet = (await call('GET', '/device?hardwareId=1901&limit=1')).body.data[0];
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
const log = async () => (await call('GET', `/access-log?deviceId=${door.id}`)).body.data;

test('a code is shown as set only after the list of the lock holds it, and as removed only after it does not', async () => {
  lock.stuck = true;
  const made = await give({ mode: 'fulltime', holder: sara, methods: ['pin'] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, secrets } = made.body.data;
  expect(secrets.pin).toMatch(/^\d{6}$/);
  const writing = await inSync(id, 'writing');
  await eventually(async () => lock.orders.some(({ method }) => method === 'setCode'), Boolean);
  const { slot } = writing.credentials[0];
  const order = lock.orders.find(({ method }) => method === 'setCode');
  expect(order?.params).toMatchObject({ slot, code: secrets.pin });
  expect((await grantOf(id)).credentials[0].sync).toBe('writing');
  lock.codes[slot] = String(order?.params.fingerprint);
  await lock.list();
  await inSync(id, 'set');
  lock.stuck = false;
  expect((await call('DELETE', `/user-access/${id}`)).status).toBe(204);
  const removed = await inSync(id, 'removed');
  expect([removed.state, removed.endReason, lock.codes[slot]]).toEqual(['ended', 'revoked', undefined]);
  const actions = (await log()).map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['code-set', 'code-removed']));
});

test('a code is hidden from people who may not view it, and each view is recorded', async () => {
  const made = (await give({ mode: 'fulltime', holder: sara, methods: ['pin'] })).body.data;
  await inSync(made.id, 'set');
  expect(JSON.stringify(await grantOf(made.id))).not.toContain(made.secrets.pin);
  const shown = await call('POST', `/access-token/${made.credentials[0].id}/reveal`);
  expect(shown.body.data.code).toBe(made.secrets.pin);
  const { rows } = await app.kit.pool.query('SELECT count(*)::integer AS n FROM access_code_look');
  expect(rows[0].n).toBe(1);
  await call('DELETE', `/user-access/${made.id}`);
});

test('locks without a keypad, full locks and codes that clash are reported before anything is saved', async () => {
  const before = (await call('GET', '/user-access?limit=1')).body.totalRecords;
  const keyless = await give({ mode: 'fulltime', holder: sara, methods: ['pin'], deviceIds: [door.id, cabinet.id] });
  expect([keyless.status, keyless.body.code]).toEqual([409, '03020413']);
  expect(keyless.body.detail.locks).toEqual([cabinet.name]);
  const first = (await give({ mode: 'fulltime', holder: sara, methods: ['pin'], pin: '48261735' })).body.data;
  const clash = await give({ mode: 'fulltime', holder: sara, methods: ['pin'], pin: '48261736' });
  expect([clash.status, clash.body.code]).toEqual([409, '03020409']);
  await call('DELETE', `/user-access/${first.id}`);
  await inSync(first.id, 'removed');
  const codes = Object.fromEntries(Array.from({ length: 226 }, (_, n) => [n + 2, true]));
  await door.publish({ codes }, 'v1/devices/me/attributes');
  const full = await give({ mode: 'fulltime', holder: sara, methods: ['pin'] });
  expect([full.status, full.body.code]).toEqual([409, '03020410']);
  await lock.list();
  expect((await call('GET', '/user-access?limit=1')).body.totalRecords).toBe(before + 1);
});

test('one of two people who give the same code at the same moment is refused', async () => {
  const both = await Promise.all(
    ['Ali', 'Huda'].map((name) =>
      give({
        mode: 'fulltime',
        holder: { name, email: `${name.toLowerCase()}@guests.test` },
        methods: ['pin'],
        pin: '805931',
      }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const given = both.find(({ status }) => status === 201)?.body.data.id;
  await call('DELETE', `/user-access/${given}`);
});

test('each mode accepts its own fields, and refuses others under their name', async () => {
  const errors = async (body: object) =>
    ((await give(body)).body.errors ?? []).map(({ param, msg }: Record<string, string>) => `${param} ${msg}`);
  expect(await errors({ mode: 'fulltime', methods: ['pin'] })).toEqual(['holder Required']);
  expect(await errors({ mode: 'fulltime', holder: sara, methods: ['app'] })).toEqual(['methods appNeedsPerson']);
  expect(await errors({ mode: 'scheduled', holder: sara, methods: ['pin'] })).toEqual(['scheduleId Required']);
  expect(await errors({ mode: 'onetime', methods: ['link'], from: hours(1), to: hours(80) })).toEqual(['to daysCount']);
  expect(await errors({ mode: 'public-temporary', methods: ['link'], to: hours(2) })).toEqual(['maxUses Required']);
  expect(await errors({ mode: 'calendar-mode', holder: sara, methods: ['link'] })).toEqual(['windows Required']);
});

test('a code that was entered at the lock is shown as such, given to a person or deleted', async () => {
  lock.codes['60'] = 'feedfeedfeedfeed';
  lock.codes['61'] = 'beefbeefbeefbeef';
  await lock.list();
  const slots = async () => (await call('GET', `/device/${door.id}/code`)).body.data;
  const strange = await eventually(
    slots,
    (all) => all.filter(({ state }: { state: string }) => state === 'unmanaged').length === 2,
  );
  expect(strange.map(({ slot }: { slot: number }) => slot)).toEqual(expect.arrayContaining([60, 61]));
  const adopted = await call('PATCH', `/device/${door.id}/code/60`, { action: 'adopt', holder: { name: 'Cleaner' } });
  expect(adopted.body.data).toMatchObject({ slot: 60, state: 'set', holder: 'Cleaner' });
  await call('PATCH', `/device/${door.id}/code/61`, { action: 'delete' });
  await eventually(
    async () => lock.codes['61'],
    (code) => code === undefined,
  );
  delete lock.codes['60'];
  await lock.list();
  const after = await eventually(slots, (all) => all.some(({ state }: { state: string }) => state === 'drift'));
  expect(after).toContainEqual(expect.objectContaining({ slot: 60, state: 'drift', reason: 'missing' }));
});

test('a scheduled code is on the lock only within its hours', async () => {
  const closed = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((name) => ({
    name,
    periods: [] as object[],
  }));
  const week = closed.map((day) => ({ ...day, periods: [{ start: '00:00', end: '23:59' }] }));
  const body = { name: 'Always', timeZone: 'Asia/Dubai', week, seasons: [], holidays: [] };
  const schedule = (await customer.call('POST', '/schedule', { body })).body.data;
  const made = await call('POST', `/device/${door.id}/schedule-access`, {
    holder: sara,
    scheduleId: schedule.id,
    methods: ['pin'],
  });
  expect([made.status, made.body.data.switched, made.body.data.open]).toEqual([201, true, true]);
  const { id } = made.body.data;
  await inSync(id, 'set');
  await customer.call('PATCH', `/schedule/${schedule.id}`, { body: { week: closed } });
  const after = await inSync(id, 'removed');
  expect([after.state, after.open]).toEqual(['active', false]);
  expect((await customer.call('DELETE', `/schedule/${schedule.id}`)).body.code).toBe('01110409');
  const uses = async () => (await customer.call('GET', '/schedule/use')).body.data;
  expect(await uses()).toContainEqual({ scheduleId: schedule.id, by: 'accesses', count: 1 });
  await call('DELETE', `/user-access/${id}`);
  expect(await uses()).not.toContainEqual(expect.objectContaining({ scheduleId: schedule.id }));
  expect((await customer.call('DELETE', `/schedule/${schedule.id}`)).status).toBe(204);
});

test('a link opens the lock once without a sign-in, and reading it uses nothing', async () => {
  const made = await link({ publicName: 'Service door' });
  const path = linkOf(made);
  for (const bot of ['WhatsApp/2', 'TelegramBot', 'Slackbot'])
    expect((await app.anonymous.call('GET', path, { headers: { 'user-agent': bot } })).body.data).toMatchObject({
      state: 'ready',
      usesLeft: 1,
    });
  const key = randomUUID();
  const opened = await open(path, { key });
  expect([opened.status, opened.body.data?.state], JSON.stringify(opened.body)).toEqual([200, 'sending']);
  expect((await open(path, { key })).body.data.id).toBe(opened.body.data.id);
  const after = (await app.anonymous.call('GET', `${path}?wait=1`)).body.data;
  expect([after.opening.state, after.state, after.lock.name]).toEqual(['opened', 'used', 'Service door']);
  const second = await open(path);
  expect([second.status, second.body.word]).toEqual([409, 'link-used']);
  const lines = await eventually(log, (all) =>
    all.some(({ method, result }: Record<string, string>) => method === 'link' && result === 'granted'),
  );
  expect(
    lines
      .filter(({ method }: { method: string }) => method === 'link')
      .map(({ result }: { result: string }) => result)
      .sort(),
  ).toEqual(['denied', 'granted']);
  expect((await grantOf(made.body.data.id)).endReason).toBe('used-up');
});

test('a thousand parallel calls of a link that opens once make one command', async () => {
  const path = linkOf(await link());
  const before = lock.orders.filter(({ method }) => method === 'unlock').length;
  const replies = await Promise.all(Array.from({ length: 1000 }, () => open(path)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409, 429]));
  expect((await app.anonymous.call('GET', `${path}?wait=1`)).body.data.state).toBe('used');
  expect(lock.orders.filter(({ method }) => method === 'unlock')).toHaveLength(before + 1);
});

test('an opening that the lock refuses has used the link up, because it was sent', async () => {
  lock.stuck = true;
  const path = linkOf(await link());
  const opened = await open(path);
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  await eventually(
    async () => (await app.anonymous.call('GET', path)).body.data,
    ({ opening, state, usesLeft }) => opening.state === 'opening' && state === 'opening' && usesLeft === 0,
  );
  const command = 'SELECT command_id AS id FROM access_opening WHERE id = $1';
  const { rows } = await app.kit.pool.query(command, [opened.body.data.id]);
  await advanceCommand(app.kit, door.id, rows[0].id, 'failed');
  const after = await eventually(
    async () => (await app.anonymous.call('GET', `${path}?wait=1`)).body.data,
    ({ opening }) => opening.state === 'failed',
  );
  expect(after).toMatchObject({ state: 'used', usesLeft: 0, opening: { counted: true } });
  lock.stuck = false;
});

test('five wrong numbers block a link that requires one', async () => {
  const made = await link({ needsPin: true, maxUses: 3 });
  const path = linkOf(made);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push((await open(path, { pin: 'nope' })).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403]);
  expect((await app.anonymous.call('GET', path)).body.data.state).toBe('blocked');
});

test('an address that requests many unknown links is throttled, while a known link still works there', async () => {
  const path = linkOf(await link());
  const unknown = (n: number) =>
    app.anonymous.call('GET', `/metrowatch/access-token/public/${String(n).padStart(43, 'x')}`);
  const statuses = await Promise.all(Array.from({ length: 31 }, (_, n) => unknown(n).then(({ status }) => status)));
  expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  expect((await unknown(99)).body.code).toBe('03020429');
  expect((await app.anonymous.call('GET', path)).status).toBe(200);
});

test('what a lock reports is in the log with the holder of the code, once', async () => {
  const made = (await give({ mode: 'fulltime', holder: sara, methods: ['pin'] })).body.data;
  const { credentials } = await inSync(made.id, 'set');
  const event = {
    id: 'e1',
    kind: 'access',
    data: { action: 'unlock', method: 'pin', slot: credentials[0].slot, result: 'granted' },
  };
  await door.publish(event, 'v1/devices/me/event');
  await door.publish(event, 'v1/devices/me/event');
  await lock.report({ action: 'denied', method: 'pin', reason: 'unknown-code' });
  const lines = await eventually(log, (all) => all.some(({ reason }: { reason: string }) => reason === 'unknown-code'));
  expect(
    lines.filter(
      ({ grantId, action }: { grantId: number; action: string }) => grantId === made.id && action === 'unlock',
    ),
  ).toMatchObject([{ by: 'Sara Haddad', method: 'pin', result: 'granted' }]);
  expect((await grantOf(made.id)).uses).toBe(1);
});

test('only attempts to open are granted or denied in the log: not what a lock does by itself, nor what is written to it', async () => {
  await lock.report({ action: 'auto-lock' });
  const lines = await eventually(log, (all) => all.some(({ action }: { action: string }) => action === 'auto-lock'));
  const resultsOf = (name: string) =>
    new Set(lines.flatMap((one: { action: string; result: string | null }) => (one.action === name ? one.result : [])));
  expect(resultsOf('auto-lock')).toEqual(new Set([null]));
  expect(resultsOf('code-set')).toEqual(new Set([null]));
  expect(resultsOf('unlock')).toEqual(new Set(['granted']));
});

test('a person without the ability opens the locks that a grant names, as long as it lasts', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const { id: userId } = (await viewer.call('GET', '/session')).body.data.user;
  const unlock = () => viewer.call('POST', `/metrowatch/device/${door.id}/unlock`, { body: {} });
  expect([403, 404]).toContain((await unlock()).status);
  const made = (await give({ mode: 'fulltime', holder: { userId }, methods: ['app'] })).body.data;
  expect((await viewer.call('GET', '/metrowatch/user-access/mine')).body.data).toHaveLength(1);
  const opened = await unlock();
  expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  const lines = await eventually(log, (all) => all.some(({ method }: { method: string }) => method === 'app'));
  expect(lines).toContainEqual(expect.objectContaining({ method: 'app', result: 'granted', grantId: made.id }));
  await call('DELETE', `/user-access/${made.id}`);
  expect([403, 404]).toContain((await unlock()).status);
});

test('a person who leaves the company loses all access at once, and the codes are proven to be gone', async () => {
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const people = (await customer.call('GET', `/company/${company}/user`)).body.data;
  const operator = people.find(({ email }: { email: string }) => email === 'operator@rasid.test');
  const made = (await give({ mode: 'fulltime', holder: { userId: operator.id }, methods: ['app', 'pin'] })).body.data;
  const { credentials } = await inSync(made.id, 'set');
  const slot = credentials.find(({ kind }: { kind: string }) => kind === 'pin').slot;
  const left = await customer.call('PATCH', `/company/${company}/user/${operator.id}`, {
    body: { status: 'suspended' },
  });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  expect(await grantOf(made.id)).toMatchObject({ state: 'ended', endReason: 'holder-left', open: false });
  await inSync(made.id, 'removed');
  expect(lock.codes[slot]).toBeUndefined();
});

test('each night locks list their codes', async () => {
  lock.orders.length = 0;
  await readLists(app.kit);
  const methods = await eventually(
    async () => lock.orders.map(({ method }) => method),
    (all) => all.length > 0,
  );
  expect(methods).toEqual(['listCodes']);
});

test('a code that is still on its lock a day after it was taken raises an alarm until it is proven to be gone', async () => {
  const made = (await give({ mode: 'fulltime', holder: sara, methods: ['pin'] })).body.data;
  await inSync(made.id, 'set');
  lock.stuck = true;
  await call('DELETE', `/user-access/${made.id}`);
  await inSync(made.id, 'removing');
  await app.kit.pool.query(
    "UPDATE access_credential SET removing_since = now() - interval '25 hours' WHERE grant_id = $1",
    [made.id],
  );
  await alarmPending(app.kit);
  const alarms = async () =>
    (await call('GET', `/alarm/operational?deviceId=${door.id}`)).body.data.filter(
      ({ kind }: { kind: string }) => kind === 'revocation-pending',
    );
  expect(await alarms()).toMatchObject([{ severity: 'poor', condition: 'active' }]);
  lock.codes = {};
  lock.stuck = false;
  await lock.list();
  await inSync(made.id, 'removed');
  await alarmPending(app.kit);
  expect(await alarms()).toMatchObject([{ condition: 'cleared' }]);
});

test('an unreachable lock does not hold up others', async () => {
  const reachable = door.id;
  const others = (await call('GET', '/device?hardwareId=1101&limit=50')).body.data
    .filter((one: { id: number; token: string }) => one.id !== reachable && one.token === 'active')
    .slice(0, 1);
  const made = await give({ mode: 'fulltime', holder: sara, methods: ['pin'], deviceIds: [reachable, others[0].id] });
  const states = await eventually(
    async () => (await grantOf(made.body.data.id)).credentials,
    (all) => all.some(({ sync }: { sync: string }) => sync === 'set'),
  );
  const sync = (id: number) => states.find(({ device }: { device: { id: number } }) => device.id === id).sync;
  expect([sync(reachable), sync(others[0].id)]).toEqual(['set', 'writing']);
});

import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './locks/test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
let lock: TestLock;
let doorName: string;
let cabinet: { id: number; name: string };
let padlock: { id: number; name: string };

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  doorName = (await call('GET', `/device/${door.id}`)).body.data.name;
  const one = async (hardware: number) => (await call('GET', `/device?hardwareId=${hardware}&limit=1`)).body.data[0];
  cabinet = await one(1901);
  padlock = await one(1201);
  lock = await new TestLock(door).connect();
});
afterAll(async () => {
  await door.end();
  await app.close();
});

type Means = { id: number; kind: string; sync: string; slot: number };
type Row = { store: string; slot: number; state: string };

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  customer.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const sara = { name: 'Sara Haddad', email: 'sara@visitors.test' };
const give = (body: object) =>
  call('POST', '/user-access', { mode: 'fulltime', holder: sara, methods: ['card'], deviceIds: [door.id], ...body });
const given = async (body: object) => {
  const made = await give(body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data as { id: number; credentials: Means[]; secrets: { pin: string | null } };
};
const grantOf = async (id: number) => (await call('GET', `/user-access/${id}`)).body.data;
const inSync = (id: number, sync: string) =>
  eventually(
    () => grantOf(id),
    ({ credentials }) =>
      credentials.every((one: Means) => (one.kind !== 'card' && one.kind !== 'pin') || one.sync === sync),
  );
const cardIn = ({ credentials }: { credentials: Means[] }) => credentials.find(({ kind }) => kind === 'card') as Means;
const end = async (id: number) => {
  await call('DELETE', `/user-access/${id}`);
  await inSync(id, 'removed');
};
const slots = async () => (await call('GET', `/device/${door.id}/code`)).body.data as Row[];
const log = async () => (await call('GET', `/access-log?deviceId=${door.id}`)).body.data;
const printOf = (number: string) =>
  createHmac('sha256', createHash('sha256').update(door.secret).digest()).update(number).digest('hex').slice(0, 16);
const refusal = async (body: object) => {
  const { status, body: reply } = await give(body);
  return [status, reply.code, reply.detail?.locks];
};

test('a card counts as set only after the list of the lock holds it, and as removed only after it does not', async () => {
  lock.stuck = true;
  const { id } = await given({ card: '04A1B2C3' });
  const { slot } = cardIn(await inSync(id, 'writing'));
  await eventually(async () => lock.orders.some(({ method }) => method === 'setCard'), Boolean);
  const order = lock.orders.find(({ method }) => method === 'setCard');
  expect(order?.params).toEqual(expect.objectContaining({ slot, card: '04A1B2C3', fingerprint: printOf('04A1B2C3') }));
  expect(cardIn(await grantOf(id)).sync).toBe('writing');
  lock.cards[slot] = printOf('04A1B2C3');
  await lock.list();
  await inSync(id, 'set');
  await call('DELETE', `/user-access/${id}`);
  await eventually(async () => lock.orders.some(({ method }) => method === 'deleteCard'), Boolean);
  expect(cardIn(await grantOf(id)).sync).toBe('removing');
  delete lock.cards[slot];
  await lock.list();
  await inSync(id, 'removed');
  lock.stuck = false;
  const lines = (await log()).filter(({ grantId }: { grantId: number }) => grantId === id);
  expect(lines.map(({ action, method }: Record<string, string>) => [action, method]).sort()).toEqual([
    ['card-removed', 'card'],
    ['card-set', 'card'],
  ]);
});

test('the number of a card is stored sealed, and each view of it is recorded', async () => {
  const { id, ...made } = await given({ card: 'C0FFEE0123' });
  await inSync(id, 'set');
  expect(JSON.stringify(made)).not.toContain('C0FFEE0123');
  const texts = await Promise.all(
    [
      `/user-access/${id}`,
      '/user-access?limit=50',
      '/access-token?limit=50',
      `/device/${door.id}/code`,
      `/device/${door.id}/command`,
      `/user-access/${id}/history`,
      `/access-log?deviceId=${door.id}`,
    ].map(async (path) => JSON.stringify((await call('GET', path)).body)),
  );
  for (const text of texts) expect(text).not.toContain('C0FFEE0123');
  const dump = async (table: string) =>
    (await app.kit.pool.query(`SELECT count(*)::integer AS n FROM ${table} t WHERE t::text LIKE '%C0FFEE0123%'`))
      .rows[0].n;
  expect([await dump('access_credential'), await dump('change_log'), await dump('device_command')]).toEqual([0, 0, 0]);
  const shown = await call('POST', `/access-token/${cardIn(made).id}/reveal`);
  expect(shown.body.data.code).toBe('C0FFEE0123');
  const { rows } = await app.kit.pool.query('SELECT credential_id FROM access_code_look');
  expect(rows).toEqual(
    [{ credentialId: cardIn(made).id }].map(({ credentialId }) => ({ credential_id: credentialId })),
  );
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('POST', `/metrowatch/access-token/${cardIn(made).id}/reveal`)).status).toBe(403);
  await end(id);
});

test('locks that cannot store cards, full ones and those that already have the card are reported before anything is saved', async () => {
  const count = async () => (await call('GET', '/user-access?limit=1')).body.totalRecords;
  const before = await count();
  for (const without of [cabinet, padlock])
    expect(await refusal({ card: 'AB12', deviceIds: [door.id, without.id] })).toEqual([
      409,
      '03020414',
      [without.name],
    ]);
  const first = await given({ card: 'AB12' });
  expect(await refusal({ card: 'AB12' })).toEqual([409, '03020416', [doorName]]);
  await end(first.id);
  lock.cards = { 50: printOf('BEEF') };
  await lock.list();
  expect(await refusal({ card: 'BEEF' })).toEqual([409, '03020416', [doorName]]);
  const full = Object.fromEntries(Array.from({ length: 89 }, (_, n) => [n + 2, true]));
  await door.publish({ cards: full }, 'v1/devices/me/attributes');
  expect(await refusal({ card: 'AB13' })).toEqual([409, '03020415', [doorName]]);
  lock.cards = {};
  await lock.list();
  expect(await count()).toBe(before + 1);
});

test('a card has a number of 4 to 20 hexadecimal digits, and is possible only with permanent, scheduled and calendar access', async () => {
  const errors = async (body: object) =>
    ((await give(body)).body.errors ?? []).map(({ param, msg }: Record<string, string>) => `${param} ${msg}`);
  expect(await errors({})).toEqual(['card Required']);
  for (const card of ['ABC', '12G4', '0'.repeat(21)]) expect(await errors({ card })).toEqual(['card cardNumber']);
  const nobody = { holder: undefined, card: 'AB12', from: hours(-1), to: hours(1) };
  expect(await errors({ ...nobody, mode: 'onetime' })).toEqual(['methods methodOfMode']);
  expect(await errors({ ...nobody, mode: 'public-temporary', maxUses: 2 })).toEqual(['methods methodOfMode']);
});

test('a code and a card of one person have slots of their own, which may be equal', async () => {
  const { id, secrets } = await given({ methods: ['pin', 'card'], card: 'DD00' });
  expect(secrets.pin).toMatch(/^\d{6}$/);
  const { credentials } = await inSync(id, 'set');
  expect(credentials.map(({ slot }: Means) => slot)).toEqual([2, 2]);
  expect([Object.keys(lock.codes), lock.cards]).toEqual([['2'], { 2: printOf('DD00') }]);
  const own = (await slots()).map(({ store, slot, state }) => [store, slot, state]);
  expect(own).toEqual([
    ['codes', 2, 'set'],
    ['cards', 2, 'set'],
  ]);
  const { slots: codes, cards } = (await call('GET', `/device/${door.id}/access`)).body.data;
  expect([codes, cards]).toEqual([
    { total: 250, used: 1 },
    { total: 100, used: 1 },
  ]);
  await lock.report({ action: 'unlock', method: 'card', slot: 2, result: 'granted' });
  const lines = await eventually(log, (all) =>
    all.some(({ action, grantId }: { action: string; grantId: number }) => action === 'unlock' && grantId === id),
  );
  expect(lines[0]).toMatchObject({ action: 'unlock', method: 'card', by: 'Sara Haddad', result: 'granted' });
  const uses = (await grantOf(id)).credentials.map(({ kind, uses: n }: { kind: string; uses: number }) => [kind, n]);
  expect(uses).toEqual([
    ['pin', 0],
    ['card', 1],
  ]);
  await end(id);
});

test('a blocked card leaves the lock and comes back when it is unblocked, a deactivated one stays away', async () => {
  const made = await given({ card: 'CAFE01' });
  await inSync(made.id, 'set');
  const turn = (action: string) => call('POST', `/access-token/${cardIn(made).id}/${action}`);
  expect((await turn('block')).status).toBe(200);
  await inSync(made.id, 'removed');
  expect(lock.cards).toEqual({});
  // It will come back to this lock, so nobody else gets the same card there in the meantime.
  expect(await refusal({ card: 'CAFE01' })).toEqual([409, '03020416', [doorName]]);
  await turn('unblock');
  await inSync(made.id, 'set');
  expect(Object.values(lock.cards)).toEqual([printOf('CAFE01')]);
  await turn('deactivate');
  const after = await inSync(made.id, 'removed');
  expect([after.state, lock.cards]).toEqual(['ended', {}]);
});

test('a card is on the lock only within the hours of its schedule and the windows of its calendar', async () => {
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
    methods: ['card'],
    card: 'AA01',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await inSync(made.body.data.id, 'set');
  await customer.call('PATCH', `/schedule/${schedule.id}`, { body: { week: closed } });
  await inSync(made.body.data.id, 'removed');
  expect(lock.cards).toEqual({});
  const windows = [
    { from: hours(-1), to: hours(1) },
    { from: hours(24), to: hours(25) },
  ];
  const byCalendar = await given({ mode: 'calendar-mode', windows, card: 'AA02' });
  await inSync(byCalendar.id, 'set');
  const order = lock.orders.findLast(({ method }) => method === 'setCard');
  expect(order?.params).toMatchObject({ card: 'AA02', ...windows[0] });
  const later = { window: { was: windows[0], becomes: null } };
  await call('PATCH', `/user-access/${byCalendar.id}`, later);
  await end(byCalendar.id);
  await end(made.body.data.id);
});

test('a card that was entered at the lock turns up, and is given to a person, deleted or written again', async () => {
  lock.cards = { 60: 'feedfeedfeedfeed', 61: 'beefbeefbeefbeef' };
  lock.codes = { 60: 'abcdabcdabcdabcd' };
  await lock.list();
  const strange = (all: Row[]) => all.filter(({ state }) => state === 'unmanaged');
  const found = await eventually(slots, (all) => strange(all).length === 3);
  expect(strange(found).map(({ store, slot }) => [store, slot])).toEqual([
    ['codes', 60],
    ['cards', 60],
    ['cards', 61],
  ]);
  const resolve = (slot: number, body: object) =>
    call('PATCH', `/device/${door.id}/code/${slot}`, { store: 'cards', ...body });
  const adopted = await resolve(60, { action: 'adopt', holder: { name: 'Cleaner' } });
  expect(adopted.body.data).toMatchObject({ store: 'cards', slot: 60, state: 'set', holder: 'Cleaner' });
  await resolve(61, { action: 'delete' });
  await eventually(
    async () => lock.cards[61],
    (card) => card === undefined,
  );
  expect(lock.codes[60]).toBe('abcdabcdabcdabcd');
  const { id } = await given({ card: 'D00D' });
  const { slot } = cardIn(await inSync(id, 'set'));
  lock.cards[slot] = 'somebodyelse';
  await lock.list();
  const state = async () => (await slots()).find((row) => row.store === 'cards' && row.slot === slot)?.state;
  await eventually(state, (now) => now === 'drift');
  await resolve(slot, { action: 'write' });
  await eventually(state, (now) => now === 'set');
  expect(lock.cards[slot]).toBe(printOf('D00D'));
  await end(id);
  lock.codes = {};
  lock.cards = {};
  await lock.list();
});

test('a code or card that was entered at the lock is not restored after it was blocked, because nobody knows its number', async () => {
  lock.cards = { 70: 'aaaaaaaaaaaaaaaa', 71: 'bbbbbbbbbbbbbbbb' };
  await lock.list();
  const adopt = async (slot: number) => {
    const body = { store: 'cards', action: 'adopt', holder: { name: `Holder of ${slot}` } };
    return (await call('PATCH', `/device/${door.id}/code/${slot}`, body)).body.data;
  };
  const { grantId, credentialId } = await adopt(70);
  const drifted = await adopt(71);
  expect((await call('POST', `/access-token/${credentialId}/block`)).status).toBe(200);
  await inSync(grantId, 'removed');
  const refused = await call('POST', `/access-token/${credentialId}/unblock`);
  expect([refused.status, refused.body.word]).toEqual([409, 'number-unknown']);
  const all = await call('POST', '/user-access/change', { grantIds: [grantId], change: 'unblock' });
  expect(all.body.data.refused).toEqual([{ id: grantId, word: 'number-unknown' }]);
  expect(cardIn(await grantOf(grantId)).sync).toBe('removed');
  lock.cards = { 71: 'cccccccccccccccc' };
  await lock.list();
  const again = await call('PATCH', `/device/${door.id}/code/71`, { store: 'cards', action: 'write' });
  expect([again.status, again.body.word]).toEqual([409, 'number-unknown']);
  await end(grantId);
  await end(drifted.grantId);
});

test('a malformed list of cards does not prove that a card is gone', async () => {
  const { id } = await given({ card: 'EE01' });
  const { slot } = cardIn(await inSync(id, 'set'));
  lock.stuck = true;
  const before = lock.orders.length;
  await call('DELETE', `/user-access/${id}`);
  await eventually(async () => lock.orders.slice(before).some(({ method }) => method === 'deleteCard'), Boolean);
  const state = async () =>
    (
      await app.kit.pool.query(
        "SELECT state FROM device_command WHERE device_id = $1 AND method = 'deleteCard' ORDER BY id DESC LIMIT 1",
        [door.id],
      )
    ).rows[0].state;
  for (const cards of ['none', null, [], [slot], 0, true]) {
    await door.publish({ cards }, 'v1/devices/me/attributes');
    expect(['sent', 'delivered'], JSON.stringify(cards)).toContain(await state());
  }
  expect(cardIn(await grantOf(id)).sync).toBe('removing');
  lock.stuck = false;
  lock.cards = {};
  await lock.list();
  await inSync(id, 'removed');
});

test('entries that a lock lists under anything but a slot are ignored', async () => {
  const odd = { x: true, '-1': true, '1.5': true, '99999999999': true, '': true, '80': true };
  await door.publish({ codes: odd, cards: odd }, 'v1/devices/me/attributes');
  const shown = await call('GET', `/device/${door.id}/code`);
  expect(shown.status).toBe(200);
  const strange = (shown.body.data as Row[]).filter(({ state }) => state === 'unmanaged');
  expect(strange.map(({ store, slot }) => [store, slot])).toEqual([
    ['codes', 80],
    ['cards', 80],
  ]);
  expect((await call('GET', `/device/${door.id}/access`)).body.data.slots).toMatchObject({ used: 1 });
  lock.codes = {};
  lock.cards = {};
  await lock.list();
});

test('a person who leaves also loses their cards, the list of locks shows them, and the same card is given back', async () => {
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const people = (await customer.call('GET', `/company/${company}/user`)).body.data;
  const operator = people.find(({ email }: { email: string }) => email === 'operator@rasid.test');
  const suspend = (status: string) =>
    customer.call('PATCH', `/company/${company}/user/${operator.id}`, { body: { status } });
  const made = await given({ holder: { userId: operator.id }, card: 'FACE99' });
  await inSync(made.id, 'set');
  lock.stuck = true;
  await suspend('suspended');
  const newest = async () => {
    const [{ id }] = (await call('GET', '/user-access/revocation?limit=1')).body.data;
    return (await call('GET', `/user-access/revocation/${id}`)).body.data;
  };
  const here = ({ list }: { list: { device: { id: number } }[] }) => list.find(({ device }) => device.id === door.id);
  expect(here(await newest())).toMatchObject({ cards: 1, confirmed: false });
  lock.cards = {};
  lock.stuck = false;
  await lock.list();
  await inSync(made.id, 'removed');
  const revocation = await newest();
  expect(here(revocation)).toMatchObject({ cards: 1, confirmed: true });
  await suspend('active');
  const undone = await call('POST', `/user-access/revocation/${revocation.id}/undo`);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  const again = undone.body.data.find(({ methods }: { methods: string[] }) => methods.includes('card'));
  await inSync(again.id, 'set');
  expect(Object.values(lock.cards)).toEqual([printOf('FACE99')]);
});

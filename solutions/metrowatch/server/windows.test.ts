import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './locks/test-lock.ts';

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

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  customer.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
const minutes = (count: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + count * 60_000).toISOString();
const at = (from: number, to: number) => ({ from: minutes(from), to: minutes(to) });
const guest = (name: string) => ({ name, email: `${name.toLowerCase()}@visitors.test` });
async function give(name: string, windows: object[], methods = ['pin']) {
  const body = { mode: 'calendar-mode', holder: guest(name), methods, windows, deviceIds: [door.id] };
  const made = await call('POST', '/user-access', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data;
}
const move = (id: number, was: object | null, becomes: object | null) =>
  call('PATCH', `/user-access/${id}`, { window: { was, becomes } });
const calendar = async (grantId: number) => {
  const found = await call('GET', `/access-token/calendar?from=${minutes(-6000)}&to=${minutes(20_000)}`);
  return found.body.data.windows.filter((one: { grantId: number }) => one.grantId === grantId);
};
const grantOf = async (id: number) => (await call('GET', `/user-access/${id}`)).body.data;
const codes = () => lock.orders.filter(({ method }) => method === 'setCode').map(({ params }) => params);

test('a future window is moved, and the calendar, the grant and its log show it', async () => {
  const [first, second, moved] = [at(600, 660), at(2000, 2060), at(3000, 3090)];
  const { id } = await give('Mona', [first, second]);
  const answer = await move(id, second, moved);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.data).toMatchObject({ windows: [first, moved], from: first.from, to: moved.to });
  expect((await calendar(id)).map(({ from, to }: { from: string; to: string }) => ({ from, to }))).toEqual([
    first,
    moved,
  ]);
  const { data: history } = (await call('GET', `/user-access/${id}/history`)).body;
  expect(JSON.stringify(history)).toContain('windows');
  expect((await move(id, moved, second)).body.data.windows).toEqual([first, second]);
  expect((await move(id, null, moved)).body.data.windows).toEqual([first, second, moved]);
  expect((await move(id, moved, null)).body.data.windows).toEqual([first, second]);
});

test('a window is not moved over another, into the past, from where it no longer is, or in a grant without a calendar', async () => {
  const [first, second] = [at(600, 660), at(2000, 2060)];
  const { id } = await give('Huda', [first, second]);
  const word = async (was: object | null, becomes: object | null) => (await move(id, was, becomes)).body.word;
  expect(await word(second, at(630, 700))).toBe('windows-overlap');
  expect(await word(second, at(-60, 60))).toBe('window-in-the-past');
  expect(await word(at(5000, 5060), at(5100, 5160))).toBe('window-changed');
  expect((await move(id, second, at(600 + 400 * 1440, 660 + 400 * 1440))).status).toBe(418);
  await move(id, first, null);
  expect(await word(second, null)).toBe('last-window');
  const other = await call('POST', '/user-access', {
    mode: 'fulltime',
    holder: guest('Huda'),
    methods: ['pin'],
    deviceIds: [door.id],
  });
  expect((await move(other.body.data.id, null, second)).status).toBe(418);
  await call('DELETE', `/user-access/${id}`);
  expect(await word(second, at(3000, 3060))).toBe('grant-ended');
});

test('the code of a window that runs is written with its end, and again when the end is moved', async () => {
  const [running, next] = [at(-10, 60), at(2000, 2060)];
  const { id } = await give('Laila', [running, next]);
  const set = () =>
    eventually(
      () => grantOf(id),
      ({ credentials }) => credentials[0].sync === 'set',
    );
  await set();
  expect(codes().at(-1)).toMatchObject(running);
  const longer = { ...running, to: minutes(90) };
  expect((await move(id, running, longer)).status).toBe(200);
  await eventually(async () => codes().at(-1)?.to === longer.to, Boolean);
  await set();
  expect((await move(id, longer, at(500, 560))).body.word).toBe('window-under-way');
  expect((await grantOf(id)).open).toBe(true);
});

test('windows of one person at one lock by two grants clash, those of two people do not', async () => {
  const [time, over] = [at(7000, 7060), at(7030, 7090)];
  const one = await give('Rana', [time]);
  const two = await give('Rana', [over]);
  const three = await give('Dina', [over]);
  const clashes = async ({ id }: { id: number }) => (await calendar(id))[0].clashes;
  expect([await clashes(one), await clashes(two), await clashes(three)]).toEqual([true, true, false]);
  await move(two.id, over, at(7060, 7090));
  expect([await clashes(one), await clashes(two)]).toEqual([false, false]);
});

test('grants are found by the name of a person or a lock, and by whether they open now', async () => {
  const open = await give('Zaina', [at(-10, 60)], ['link']);
  const later = await give('Zaina', [at(9000, 9060)], ['link']);
  const found = async (query: string) =>
    (await call('GET', `/user-access?limit=50&${query}`)).body.data.map(({ id }: { id: number }) => id);
  expect(await found('search=zain')).toEqual([later.id, open.id]);
  expect(await found('search=zain&open=true')).toEqual([open.id]);
  const name = (await call('GET', `/device/${door.id}`)).body.data.name as string;
  const ofLock = await found(`search=${encodeURIComponent(name)}`);
  expect(ofLock).toEqual(expect.arrayContaining([open.id, later.id]));
  expect(await found('search=nobody-is-called-so')).toEqual([]);
});

test('a grant that somebody else is changing at the moment is waited for, and not reported as ended', async () => {
  const [first, moved] = [at(600, 660), at(700, 760)];
  const made = await give('Salma', [first]);
  const lasting = await call('POST', '/user-access', {
    mode: 'public-temporary',
    maxUses: 3,
    methods: ['link'],
    from: minutes(-10),
    to: minutes(60),
    deviceIds: [door.id],
  });
  const { id } = lasting.body.data;
  const changes = [
    () => call('PATCH', `/user-access/${id}`, { to: minutes(90) }),
    () => call('POST', `/user-access/${id}/resend`, {}),
    () => move(made.id, first, moved),
  ];
  for (const change of changes) {
    const client = await app.kit.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM access_grant WHERE id = ANY ($1) FOR UPDATE', [[id, made.id]]);
    const answer = change();
    const waits = eventually(
      async () =>
        (
          await app.kit.pool.query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%access_grant%for update%'",
          )
        ).rows.length,
      (count) => count > 0,
    );
    await Promise.race([waits, answer]);
    await client.query('COMMIT');
    client.release();
    expect((await answer).status).toBe(200);
  }
});

test('a grant by calendar cannot be extended as a whole, while the other grants of the same call are', async () => {
  const { id } = await give('Hind', [at(600, 660)]);
  const body = { mode: 'public-temporary', maxUses: 3, methods: ['link'], deviceIds: [door.id] };
  const { id: lasting } = (await call('POST', '/user-access', { ...body, from: minutes(0), to: minutes(600) })).body
    .data;
  const to = minutes(1200);
  const changed = await call('POST', '/user-access/change', { grantIds: [id, lasting], change: 'extend', to });
  expect(changed.body.data).toEqual({ changed: [lasting], refused: [{ id, word: 'ends-with-its-windows' }] });
});

test('a lock that has left its place does not prevent changes, and is no longer in the calendar', async () => {
  const [first, moved] = [at(600, 660), at(700, 760)];
  const { rows } = await app.kit.pool.query(
    "SELECT id FROM device WHERE company_id = (SELECT company_id FROM device WHERE id = $1) AND hardware_id = 1201 AND state = 'installed' ORDER BY id LIMIT 1",
    [door.id],
  );
  const padlock = rows[0].id as number;
  const body = { mode: 'calendar-mode', holder: guest('Noura'), methods: ['link'], windows: [first] };
  const made = await call('POST', '/user-access', { ...body, deviceIds: [door.id, padlock] });
  const { id } = made.body.data;
  const locks = async () => (await calendar(id)).map(({ device }: { device: { id: number } }) => device.id).sort();
  expect(await locks()).toEqual([door.id, padlock].sort());
  const gone = await call('PUT', `/device/${padlock}/remove`, { to: 'inventory' });
  expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
  expect(await locks()).toEqual([door.id]);
  const answer = await move(id, first, moved);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
});

test('a window can be shortened and removed without a subscription, but none can be added', async () => {
  const [first, second] = [at(600, 660), at(2000, 2060)];
  const { id } = await give('Wafa', [first, second]);
  const blocked = async (on: boolean) =>
    app.kit.pool.query('UPDATE device SET token_blocked = $2 WHERE id = $1', [door.id, on]);
  await blocked(true);
  expect((await move(id, null, at(3000, 3060))).body.code).toBe('01020402');
  const shorter = { ...second, to: minutes(2030) };
  expect((await move(id, second, shorter)).body.data?.windows).toEqual([first, shorter]);
  expect((await move(id, shorter, null)).body.data?.windows).toEqual([first]);
  await blocked(false);
});

test('the calendar states when it shows only some of the windows', async () => {
  const { id } = await give('Amal', [at(10_000, 10_060)], ['link']);
  const query = `from=${minutes(9990)}&to=${minutes(10_070)}`;
  const read = async () => (await call('GET', `/access-token/calendar?${query}`)).body.data;
  expect((await read()).more).toBe(false);
  await app.kit.pool.query(
    `WITH made AS (
       INSERT INTO access_grant (company_id, app, mode, state, holder_id, starts_at, ends_at, windows, open, methods)
       SELECT company_id, app, mode, state, holder_id, starts_at, ends_at, windows, open, methods FROM access_grant, generate_series(1, 1000) WHERE id = $1 RETURNING id, company_id)
     INSERT INTO access_credential (company_id, grant_id, device_id, kind) SELECT company_id, id, $2, 'link' FROM made`,
    [id, door.id],
  );
  const shown = await read();
  expect([shown.more, shown.windows.length]).toEqual([true, 1000]);
});

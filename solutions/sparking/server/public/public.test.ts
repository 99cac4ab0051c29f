import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let company: number;
let location: number;
let bays: { id: number; number: string }[];
let sensor: TestDevice;

const call = (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  customer.call(method, `/sparking/api${path}`, body ? { body } : {});
const place = { lat: 25.2, lng: 55.3 };

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const companies = await inSystem(app.kit.db, demoCompanies);
  company = companies.reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [company, companies.qasr]));
  const fields = {
    countryId: 233,
    location: place,
    maxHeightCm: 210,
    feeEn: '5 AED an hour',
    publicNameEn: 'Qasr Mall',
  };
  location = (await call('POST', '/location', { name: 'Qasr Mall Car Park', ...fields, public: true })).body.data.id;
  const series = (use: string, from: number, to: number) => ({ prefix: 'A-', from, to, digits: 2, use });
  const group = (
    await call('POST', '/group', { locationId: location, name: 'Level 1', slots: series('standard', 1, 4) })
  ).body.data.id;
  await call('PATCH', `/group/${group}`, { slots: series('people-of-determination', 5, 6) });
  await call('POST', '/group', {
    ...{ locationId: location, name: 'Staff', forPublic: false, slots: { ...series('standard', 1, 2), prefix: 'S-' } },
  });
  bays = (await call('GET', `/slot?locationId=${location}&limit=50`)).body.data;
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, space_id, state, has_token, activation_at)
     SELECT $1, 'sparking', 23, 2302, 'RADAR-9', 'RADAR-9', $2, $3, 'installed', true, now() - interval '1 day' RETURNING id`,
    [company, location, bay('A-01')],
  );
  sensor = await testDevice(app, customer, `id=${rows[0].id}`, '/sparking/api');
});
afterAll(async () => {
  await sensor.end();
  await app.close();
});

function bay(number: string): number {
  return bays.find((one) => one.number === number)?.id ?? 0;
}
const say = (number: string, state: string) => call('POST', `/slot/${bay(number)}/state`, { state, reason: 'Seen' });
const tokenOf = async () => (await call('GET', `/location/${location}/public`)).body.data.token as string;

let asked = 0;
/** Reads as a stranger whose address is new, after the last answer has expired. */
async function read(path = '', token?: string) {
  asked += 1;
  const url = `/api/sparking/api/public/${token ?? (await tokenOf())}${path}`;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + asked * 31_000);
  const reply = await app.http.inject({ method: 'GET', url, headers: { 'x-forwarded-for': `10.7.0.${asked}` } });
  clock.mockRestore();
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: JSON.parse(reply.body) };
}
const lot = async () => (await read('/parkapi.json')).body.lots[0];

test('a car park publishes what is free of the bays that are known, and uses apart', async () => {
  await sensor.publish({ values: { occupied: false } });
  await eventually(
    async () => (await call('GET', `/slot/${bay('A-01')}`)).body.data.state,
    (state) => state === 'free',
  );
  await say('A-02', 'occupied');
  await say('A-05', 'free');
  // Bays of the staff are not published.
  await say('S-01', 'free');
  const { status, headers, body } = await read();
  expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
    200,
    '*',
    'public, max-age=30',
  ]);
  expect(headers.etag).toBeDefined();
  expect(body).toMatchObject({
    ...{ nameEn: 'Qasr Mall', nameAr: 'Qasr Mall', state: 'open', level: 'spaces', free: 1, total: 2 },
    uses: [{ use: 'people-of-determination', free: 1, total: 1 }],
    ...{ maxHeightCm: 210, feeEn: '5 AED an hour', place, days: null },
  });
  expect(Date.now() - Date.parse(body.at)).toBeLessThan(60_000);
  expect(await lot()).toMatchObject({
    ...{ id: String(location), name: 'Qasr Mall', coords: place, total: 2, free: 1, state: 'open', forecast: false },
    ...{ 'total:disabled': 1, 'free:disabled': 1, 'total:charging': 0, 'free:charging': 0 },
  });
});

test('neither names of those for whom bays are kept nor devices are published, and single bays only if switched on', async () => {
  await call('PATCH', `/slot/${bay('A-03')}`, { reservedFor: 'Dr Salem' });
  await say('A-03', 'free');
  expect((await lot()).total).toBe(2);
  expect((await read('/slots.geojson')).status).toBe(404);
  await call('PATCH', `/location/${location}`, { publicSlots: true });
  const { headers, body, text } = await read('/slots.geojson');
  expect(headers['content-type']).toBe('application/geo+json; charset=utf-8');
  expect(body.features.map((one: { properties: { number: string } }) => one.properties.number)).toEqual([
    ...['A-01', 'A-02', 'A-04', 'A-05', 'A-06'],
  ]);
  expect(body.features[1]).toMatchObject({
    geometry: { type: 'Point', coordinates: [55.3, 25.2] },
    properties: { number: 'A-02', use: 'standard', state: 'occupied', floor: null },
  });
  const corners = [
    { lat: 25.2, lng: 55.3 },
    { lat: 25.2, lng: 55.3001 },
    { lat: 25.2001, lng: 55.3001 },
  ];
  await app.kit.pool.query('UPDATE space SET outline = $2 WHERE id = $1', [bay('A-04'), JSON.stringify(corners)]);
  const [, , drawn] = (await read('/slots.geojson')).body.features;
  const ring = [...corners, ...corners.slice(0, 1)].map(({ lat, lng }) => [lng, lat]);
  expect(drawn).toMatchObject({ properties: { number: 'A-04' }, geometry: { type: 'Polygon', coordinates: [ring] } });
  for (const path of ['', '/parkapi.json', '/slots.geojson'])
    expect((await read(path)).text).not.toMatch(/Salem|RADAR|device/i);
  expect(text).not.toContain('S-01');
  await call('PATCH', `/slot/${bay('A-03')}`, { reservedFor: null });
});

test('a bay that is taken out of service, closed by a rule, or kept by one is in neither figure, and single bays agree', async () => {
  await say('A-03', 'free');
  expect(await lot()).toMatchObject({ free: 2, total: 3 });
  const out = { reason: 'Painting', from: '2026-01-01T00:00:00Z', until: null };
  await call('PATCH', `/slot/${bay('A-03')}`, { outOfService: out });
  expect(await lot()).toMatchObject({ free: 1, total: 2 });
  await call('PATCH', `/slot/${bay('A-03')}`, { outOfService: null });
  const always = weekdays.map((name) => ({ name, periods: [{ start: '00:00', end: '23:59' }] }));
  const schedule = { timeZone: 'Asia/Dubai', week: always, seasons: [], holidays: [] };
  await call('PATCH', `/location/${location}`, { publicSlots: true });
  for (const rule of [{ closed: true }, { use: 'reserved' }]) {
    await call('PATCH', `/slot/${bay('A-03')}`, { rules: [{ schedule, ...rule }] });
    expect(await lot(), JSON.stringify(rule)).toMatchObject({ free: 1, total: 2 });
    expect((await read('/slots.geojson')).text, JSON.stringify(rule)).not.toContain('A-03');
  }
  await call('PATCH', `/slot/${bay('A-03')}`, { rules: [{ schedule, use: 'ev' }] });
  expect(await lot()).toMatchObject({ free: 1, total: 2, 'free:charging': 1, 'total:charging': 1 });
  expect((await read('/slots.geojson')).text).toContain('"number":"A-03","use":"ev","state":"free"');
  await call('PATCH', `/slot/${bay('A-03')}`, { rules: [] });
});

test('free is never above total, whatever becomes of the bays', async () => {
  const states = ['free', 'occupied', 'unknown'];
  for (let n = 0; n < 24; n++) {
    await say(`A-0${(n % 6) + 1}`, states[(n * 7) % 3] ?? 'free');
    const { free, total } = await lot();
    expect(free).toBeGreaterThanOrEqual(0);
    expect(free).toBeLessThanOrEqual(total);
  }
});

test('a closed car park says so, when it opens, and no number', async () => {
  const never = weekdays.map((name) => ({ name, periods: [] }));
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const holiday = {
    date: tomorrow,
    name: { en: 'Market', ar: '' },
    expected: false,
    periods: [{ start: '08:00', end: '20:00' }],
  };
  await call('PATCH', `/location/${location}`, {
    schedule: { timeZone: 'Asia/Dubai', week: never, seasons: [], holidays: [holiday] },
  });
  const { body } = await read();
  expect(body).toMatchObject({ state: 'closed', level: null, free: null, total: null, uses: [] });
  expect(body.changesAt).toBe(`${tomorrow}T04:00:00.000Z`);
  expect(body.days).toContainEqual({ date: tomorrow, open: [[480, 1200]] });
  expect(await lot()).toMatchObject({ state: 'closed', free: 0, total: 0 });
  await call('PATCH', `/location/${location}`, { schedule: null });
});

/** Lets so many seconds pass since the sensor was last heard. */
const ages = (seconds: number) =>
  app.kit.pool.query(
    `UPDATE device_state SET last_message_at = now() - $2 * interval '1 second' WHERE device_id = $1`,
    [sensor.id, seconds],
  );

test('sensors that have said nothing for five minutes leave no number behind', async () => {
  await sensor.publish({ values: { occupied: true } });
  await sensor.publish({ values: { occupied: false } });
  await eventually(
    async () => (await read()).body,
    ({ state, free }) => state === 'open' && free > 0,
  );
  await ages(290);
  expect((await read()).body.state).toBe('open');
  await ages(310);
  expect((await read()).body).toMatchObject({ state: 'nodata', free: null, total: null, uses: [] });
  expect(await lot()).toMatchObject({ state: 'nodata', free: 0, total: 0 });
  const { features } = (await read('/slots.geojson')).body;
  await ages(0);
  expect(new Set(features.map((one: { properties: { state: string } }) => one.properties.state))).toEqual(
    new Set(['unknown']),
  );
});

test('a sensor that has been silent for three intervals takes its bay out of the page and the feed', async () => {
  await say('A-02', 'free');
  await sensor.publish({ values: { occupied: false } });
  const before = await eventually(lot, ({ state }) => state === 'open');
  // Another sensor is still heard, so the car park has data.
  await app.kit.pool.query(
    `WITH made AS (INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, space_id, state)
       VALUES ($1, 'sparking', 23, 2302, 'RADAR-8', 'RADAR-8', $2, $3, 'installed') RETURNING id)
     INSERT INTO device_state (device_id, last_message_at, silent_until, online) SELECT id, now(), now() + interval '1 day', false FROM made`,
    [company, location, bay('A-04')],
  );
  await app.kit.pool.query(
    `UPDATE state_current SET since = since - 3 * interval '1 day', last_at = last_at - 3 * interval '1 day', due_at = now()
      WHERE device_id = $1`,
    [sensor.id],
  );
  const after = await eventually(lot, ({ free }) => free < before.free);
  expect([after.free, after.total]).toEqual([before.free - 1, before.total - 1]);
  const { free, total } = (await read()).body;
  expect([free, total]).toEqual([after.free, after.total]);
  expect((await call('GET', `/location/${location}`)).body.data.coverage).toBeLessThan(1);
});

test('the link is for those who manage the car park, is replaced, and ends with it', async () => {
  const first = await tokenOf();
  const renewed = (await call('PUT', `/location/${location}/public`)).body.data;
  expect(renewed.token).not.toBe(first);
  expect(renewed.urls).toHaveLength(3);
  expect((await read('', first)).status).toBe(404);
  expect((await read('', renewed.token)).status).toBe(200);
  expect((await other.call('GET', `/sparking/api/location/${location}/public`)).status).toBe(404);
  expect((await other.call('PUT', `/sparking/api/location/${location}/public`)).status).toBe(404);
  await call('PATCH', `/location/${location}`, { public: false });
  expect((await call('GET', `/location/${location}/public`)).body.data).toBeNull();
  expect((await call('PUT', `/location/${location}/public`)).body.word).toBe('not-public');
  expect((await read('', renewed.token)).status).toBe(404);
  await call('PATCH', `/location/${location}`, { public: true });
  const last = await tokenOf();
  expect((await read('', last)).status).toBe(200);
  await call('DELETE', `/location/${location}?retire=true`);
  expect((await read('', last)).status).toBe(404);
});

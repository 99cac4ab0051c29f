import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { taxQrText } from '#core/print/common/tax-qr.ts';
import { eventually } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { dueMonth, makeDrafts } from './bills/drafts.ts';
import { monthAt } from './months.ts';
import { scanMeters } from './scans/scan-meters.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The first of March in Dubai. */
const march = Date.parse('2026-02-28T20:00:00Z');
const april = march + 31 * day;
const may = april + 30 * day;
const at = (ms: number) => new Date(ms).toISOString();

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let viewer: TestPerson;
let meters: { id: number; structureId: number }[];
let volume: number;
let meter: number;

beforeAll(async () => {
  app = await rasid();
  [customer, operator, viewer] = await Promise.all(
    ['customer', 'operator', 'viewer'].map((name) => app.signIn(`${name}@rasid.test`)) as [
      Promise<TestPerson>,
      Promise<TestPerson>,
      Promise<TestPerson>,
    ],
  );
  const found = await customer.call('GET', '/sample/device?limit=100&hardwareId=90301&sort[id]=asc');
  meters = found.body.data
    .filter(({ token }: { token: string }) => token === 'active')
    .map(({ id, structure }: { id: number; structure: { id: number } }) => ({ id, structureId: structure.id }));
  meter = meters[0]?.id ?? 0;
  volume = app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find(({ key }) => key === 'volume')?.id ?? 0;
});
afterAll(() => app.close());
beforeEach(async () => {
  const tables = ['meter_bill', 'meter', 'tariff_assignment', 'tariff_version', 'tariff', 'meter_draft_run'];
  for (const table of [...tables, 'reading', 'device_latest']) await app.kit.pool.query(`DELETE FROM ${table}`);
});

type Point = readonly [at: number, value: number];
const store = async (points: readonly Point[], device = meter) => {
  const values = [device, volume, points.map(([t]) => t), points.map(([, v]) => v)];
  await app.kit.pool.query(
    'INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000.0), v FROM unnest($3::float8[], $4::float8[]) n(t, v)',
    values,
  );
  await app.kit.pool.query(
    `INSERT INTO device_latest (device_id, sensor_id, time, value) SELECT device_id, sensor_id, time, value FROM reading WHERE device_id = $1 ORDER BY time DESC LIMIT 1
     ON CONFLICT (device_id, sensor_id) DO UPDATE SET time = excluded.time, value = excluded.value`,
    [device],
  );
};
/** Stores readings and searches them for anomalies. */
const read = async (points: readonly Point[], device = meter) => {
  await store(points, device);
  await scanMeters(app.kit);
};
/** Hourly readings from an index on. */
const hourly = (from: number, to: number, start: number, perHour: number): Point[] =>
  Array.from({ length: Math.round((to - from) / hour) + 1 }, (_, n) => [from + n * hour, start + n * perHour]);

const post = (path: string, body: object, person = customer) => person.call('POST', `/sample${path}`, { body });
const shown = async () => (await customer.call('GET', `/sample/device/${meter}/meter`)).body.data;
const bill = (month: string, device = meter) => customer.call('GET', `/sample/device/${device}/bill?month=${month}`);
const issue = (month: string, more: object = {}, deviceIds = [meter]) =>
  post('/bill/issue', { deviceIds, month, ...more });

const terms = (slabs: object[], more: object = {}) => ({
  mode: 'graduated',
  perMonth: true,
  slabs,
  surcharges: [],
  fixed: [],
  seweragePercent: null,
  vatPercent: 5,
  vatOn: ['consumption'],
  ...more,
});
const flat = (price: string) => terms([{ upTo: null, price }]);
const tariff = async (name: string, of: object = flat('1'), more: object = {}) => {
  const body = {
    nameEn: name,
    nameAr: name,
    utility: 'water',
    currency: 'AED',
    unit: 'm³',
    validFrom: '2020-01',
    terms: of,
    ...more,
  };
  return (await post('/tariff', body)).body.data;
};
const assign = (id: number, level: string, refId: number, dwellings = 1) =>
  post(`/tariff/${id}/assign`, { level, refId, dwellings });
const assigned = async (of?: object) => assign((await tariff('Water', of)).id, 'device', meter);

test('a new meter has its index and its bill immediately, without waiting for the job that scans meters', async () => {
  await store(hourly(march, april, 100, 0.1));
  const first = { reason: 'installed', startIndex: 100, startedAt: at(march), endedAt: null };
  expect((await shown()).segments).toMatchObject([first]);
  await assigned();
  // Each of the calls finds the first segment by itself.
  await app.kit.pool.query('DELETE FROM meter');
  expect((await bill('2026-03')).body.data).toMatchObject({ metered: 74.4, opening: { index: 100 } });
  await app.kit.pool.query('DELETE FROM meter');
  expect((await issue('2026-03')).body.data).toMatchObject([{ deviceId: meter, status: 'done' }]);
});

test('a roll-over counts on, a reset counts from zero with an alarm, and jitter is ignored', async () => {
  await read([
    [march, 99_999],
    [march + hour, 2],
    [march + 2 * hour, 4],
    [march + 2.5 * hour, 3.99],
    [march + 3 * hour, 5],
    [march + 9 * hour, 1],
    [april, 1],
  ]);
  const { segments } = await shown();
  expect(segments.map((one: object) => one)).toMatchObject([
    { reason: 'reset', startIndex: 0, startedAt: at(march + 9 * hour), endedAt: null },
    { reason: 'rollover', startIndex: 0, endIndex: 5 },
    { reason: 'installed', startIndex: 99_999, endIndex: 100_000 },
  ]);
  await assigned();
  expect((await bill('2026-03')).body.data.metered).toBe(1 + 5 + 1);
  const alarms = await customer.call('GET', `/sample/alarm/status?deviceId=${meter}`);
  expect(alarms.body.data.map(({ kind }: { kind: string }) => kind)).toContain('counter-anomaly');
});

test('an implausible rise is billed only when a person has accepted it, and blocks the bill until then', async () => {
  await assigned();
  await read([
    ...hourly(march, march + 10 * day, 100, 0.1),
    [march + 10 * day + hour, 1000],
    ...hourly(march + 10 * day + 2 * hour, april, 1000, 0.1),
  ]);
  const before = (await bill('2026-03')).body.data;
  expect(before).toMatchObject({ underReview: 1, metered: expect.closeTo(74.2, 3) });
  expect((await issue('2026-03')).body.word).toBe('readings-under-review');
  const { reviews } = await shown();
  expect(reviews).toMatchObject([{ state: 'open', rise: 876, before: 124 }]);
  const decide = (accept: boolean, person: TestPerson) =>
    person.call('PATCH', `/sample/device/${meter}/meter-review/${reviews[0].id}`, { body: { accept } });
  expect((await decide(true, viewer)).status).toBe(403);
  expect((await decide(true, operator)).body.data.reviews[0]).toMatchObject({ state: 'accepted' });
  expect((await bill('2026-03')).body.data).toMatchObject({ underReview: 0, metered: expect.closeTo(950.2, 3) });
});

test('a rise from which the index returns is not consumption and needs no decision', async () => {
  await assigned();
  await read([
    [march, 100],
    [march + hour, 90_000],
    [march + 2 * hour, 102],
    [april, 110],
  ]);
  expect((await shown()).reviews).toMatchObject([{ state: 'returned' }]);
  expect((await bill('2026-03')).body.data).toMatchObject({ underReview: 0, metered: 10 });
});

test('a replaced meter bills both segments to the litre, also when the reset was found first', async () => {
  await assigned();
  const replaced = march + 10 * day + 30 * minute;
  const body = { at: at(replaced), endIndex: 124.123, startIndex: 0.5, serial: 'NEW-1' };
  await read([...hourly(march, march + 10 * day, 100, 0.1), ...hourly(march + 10 * day + hour, april, 0.6, 0.1)]);
  expect((await shown()).segments).toHaveLength(2);
  expect((await post(`/device/${meter}/replace-meter`, { ...body, endIndex: 123 })).body).toMatchObject({
    code: '90010422',
  });
  expect((await post(`/device/${meter}/replace-meter`, { ...body, startIndex: 3 })).status).toBe(422);
  expect((await post(`/device/${meter}/replace-meter`, body, viewer)).status).toBe(403);
  const { data } = (await post(`/device/${meter}/replace-meter`, body)).body;
  expect(data.segments).toMatchObject([
    { reason: 'replaced', serial: 'NEW-1', startIndex: 0.5, endedAt: null, person: { name: 'Mariam Al Suwaidi' } },
    { reason: 'installed', endIndex: 124.123 },
  ]);
  const statement = (await bill('2026-03')).body.data;
  // 24.123 of the old meter, and 0.1 an hour since its successor showed 0.5.
  const last = 0.6 + 0.1 * Math.round((april - march - 10 * day - hour) / hour);
  expect(statement).toMatchObject({
    serial: 'NEW-1',
    metered: expect.closeTo(24.123 + last - 0.5, 6),
    opening: { index: 100 },
  });
  expect((await post(`/device/${meter}/replace-meter`, { ...body, at: at(march + day) })).body.word).toBe(
    'later-segment',
  );
});

test('a segment has photos that people who install add', async () => {
  await read([[march, 1]]);
  const [{ id }] = (await shown()).segments;
  expect((await customer.call('GET', `/sample/meter-segment/${id}/attachment`)).body.data).toEqual([]);
  expect((await viewer.call('DELETE', `/sample/meter-segment/${id}/attachment/1`)).status).toBe(403);
});

test('a reading that a person enters must fit between its neighbours', async () => {
  await read([
    [march, 100],
    [march + 10 * day, 150],
  ]);
  const enter = (value: number, when: number, person = operator) =>
    post(`/device/${meter}/meter-reading`, { at: at(when), value }, person);
  expect((await enter(120, march + day, viewer)).status).toBe(403);
  expect((await enter(99, march + day)).body).toMatchObject({ code: '90010422' });
  expect((await enter(151, march + day)).status).toBe(422);
  expect((await enter(120, march + day)).status).toBe(201);
  expect((await enter(119, march + 2 * day)).status).toBe(422);
  expect((await enter(200, Date.now() + hour)).status).toBe(422);
  expect((await shown()).readings).toMatchObject([{ value: 120, at: at(march + day) }]);
  await assigned();
  await enter(160, april);
  expect((await bill('2026-03')).body.data.closing).toMatchObject({ index: 160, quality: 'measured' });
});

test('a tariff whose slabs do not rise or whose last slab is closed is refused under its field', async () => {
  const refused = async (slabs: object[]) => {
    const body = {
      nameEn: 'T',
      nameAr: 'T',
      utility: 'water',
      currency: 'AED',
      unit: 'm³',
      validFrom: '2026-01',
      terms: terms(slabs),
    };
    return (await post('/tariff', body)).body.errors;
  };
  expect(await refused([{ upTo: 10, price: '1' }])).toEqual([{ param: 'terms.slabs', msg: 'slabsNotOpen' }]);
  const falling = [
    { upTo: 10, price: '1' },
    { upTo: 5, price: '1' },
    { upTo: null, price: '2' },
  ];
  expect(await refused(falling)).toEqual([{ param: 'terms.slabs', msg: 'slabsNotRising' }]);
  expect((await post('/tariff', { nameEn: 'T' }, operator)).status).toBe(403);
});

test('new terms are a version from their month on, and a trial prices a quantity', async () => {
  await read(hourly(march, may, 100, 0.1));
  const { id } = await tariff('Versions', flat('1'));
  await assign(id, 'device', meter);
  const changed = await customer.call('PATCH', `/sample/tariff/${id}`, {
    body: { validFrom: '2026-04', terms: flat('2') },
  });
  expect(changed.body.data).toMatchObject({ version: 2, validFrom: '2026-04' });
  const tariffOf = async (month: string) => (await bill(month)).body.data;
  expect(await tariffOf('2026-03')).toMatchObject({ tariff: { version: 1 }, subtotal: 7440 });
  expect(await tariffOf('2026-04')).toMatchObject({ tariff: { version: 2 }, subtotal: 14400 });
  expect((await post(`/tariff/${id}/try`, { quantity: 10, dwellings: 1 }, viewer)).body.data).toMatchObject({
    subtotal: 2000,
    vat: 100,
    total: 2100,
  });
  // Terms that are entered later for an earlier month do not replace those of the month.
  await customer.call('PATCH', `/sample/tariff/${id}`, { body: { validFrom: '2026-03', terms: flat('3') } });
  expect(await tariffOf('2026-03')).toMatchObject({ tariff: { version: 3 }, subtotal: 22_320 });
  expect(await tariffOf('2026-04')).toMatchObject({ tariff: { version: 2 }, subtotal: 14400 });
});

test('the narrowest assignment wins, and two tariffs at one place are refused', async () => {
  await read(hourly(march, april, 100, 0.1));
  const { structureId } = meters[0] as { structureId: number };
  const [all, site, own] = [await tariff('All'), await tariff('Site'), await tariff('Own')];
  const applied = async () => (await bill('2026-03')).body.data?.tariff.name.en;
  expect((await bill('2026-03')).body).toMatchObject({ code: '90010404', word: 'no-tariff' });
  await assign(all.id, 'solution', 903);
  expect(await applied()).toBe('All');
  await assign(site.id, 'structure', structureId);
  expect(await applied()).toBe('Site');
  const { body } = await assign(own.id, 'device', meter);
  expect(await applied()).toBe('Own');
  expect((await assign(all.id, 'device', meter)).body.word).toBe('tariff-assigned');
  expect((await assign(own.id, 'device', meter, 3)).body.data.assignments).toMatchObject([{ dwellings: 3 }]);
  expect((await assign(own.id, 'device', 999_999)).body.errors).toEqual([{ param: 'refId', msg: 'unknown' }]);
  const [{ id }] = body.data.assignments;
  expect((await customer.call('DELETE', `/sample/tariff/${own.id}/assign/${id}`)).status).toBe(204);
  expect(await applied()).toBe('Site');
});

test('a bill is issued once, is frozen and is shown with both indices, slabs, words and VAT', async () => {
  await assigned(
    terms([
      { upTo: 50, price: '1' },
      { upTo: null, price: '2' },
    ]),
  );
  await read(hourly(march - 31 * day, may, 100, 0.1));
  const done = (await issue('2026-03')).body.data;
  expect(done).toMatchObject([{ deviceId: meter, status: 'done', number: expect.stringMatching(/^MB-\d{4}-\d{6}$/) }]);
  const statement = (await bill('2026-03')).body.data;
  expect(statement).toMatchObject({
    state: 'issued',
    number: done[0].number,
    period: { from: at(march), to: at(april) },
    opening: { index: 174.4, quality: 'measured' },
    closing: { index: 248.8, quality: 'measured' },
    consumption: { quantity: 74.4, unit: 'm³' },
    lines: [
      { quantity: 50, amount: 5000 },
      { quantity: 24.4, amount: 4880 },
    ],
    subtotal: 9880,
    vat: 494,
    total: 10374,
    words: { en: expect.stringContaining('dirhams and 74 fils') },
    estimatedShare: 0,
    // February has 28 days.
    previous: 67.2,
    lastYear: null,
  });
  await store([[april + minute, 1e6]]);
  expect((await bill('2026-03')).body.data).toEqual(statement);
  expect((await issue('2026-03')).body).toMatchObject({ code: '90010409', word: 'bill-issued' });
  expect((await issue('2026-03', {}, [meter, meter + 1_000_000])).body.data).toMatchObject([
    { status: 'error', code: '90010409', number: done[0].number },
    { status: 'error', error: 'not-found' },
  ]);
  const running = monthAt(Date.now(), 'Asia/Dubai');
  expect((await issue(running)).body.word).toBe('month-not-over');
  expect((await post('/bill/issue', { deviceIds: [meter], month: '2026-04' }, operator)).status).toBe(403);
});

test('a bill is printed from its frozen statement, for people who may read it', async () => {
  await assigned(terms([{ upTo: null, price: '2' }]));
  await read(hourly(march - 31 * day, may, 100, 0.1));
  const print = (person = customer) => post(`/device/${meter}/bill/print`, { month: '2026-03', lang: 'ar' }, person);
  const asked = await print();
  const draft = asked.body.data;
  const { number } = (await issue('2026-03')).body.data[0];
  const issued = (await print()).body.data;
  expect(issued.id).not.toBe(draft.id);
  const { rows } = await app.kit.pool.query('SELECT page, language, title, data FROM print_document WHERE id = $1', [
    issued.id,
  ]);
  expect(rows).toMatchObject([{ page: 'meter-invoice', language: 'ar', title: number }]);
  expect(rows[0].data.statement).toEqual((await bill('2026-03')).body.data);
  expect(rows[0].data.statement.history).toHaveLength(13);
  expect(rows[0].data.statement.history.slice(-2)).toEqual([
    { month: '2026-02', quantity: 67.2 },
    { month: '2026-03', quantity: 74.4 },
  ]);
  expect(rows[0].data.company.name).toBe('Reem Residences');
  await store([[april + minute, 1e6]]);
  expect((await print()).body.data).toEqual(issued);
  expect((await print(await app.signIn('other@rasid.test'))).status).toBe(404);
});

/** The data that the print page gets for the issued bill of March. */
const printed = async () => {
  const { id } = (await post(`/device/${meter}/bill/print`, { month: '2026-03', lang: 'en' })).body.data;
  const { rows } = await app.kit.pool.query('SELECT data FROM print_document WHERE id = $1', [id]);
  return rows[0].data;
};

test('a bill keeps the billing details of its issuer from the time of issue', async () => {
  await assigned();
  await read(hourly(march, may, 100, 0.1));
  expect((await printed()).verification).toBeNull();
  await issue('2026-03');
  const { statement, verification } = await printed();
  expect(statement.issuer).toMatchObject({
    name: { en: 'Reem Residences Facilities LLC' },
    trn: '100482913500003',
    country: 'AE',
  });
  expect(verification.qr).toBe(verification.address);
  const path = `/company/${(await customer.call('GET', '/session')).body.data.company.id}/billing-profile`;
  const before = (await customer.call('GET', path)).body.data;
  await customer.call('PUT', path, { body: { ...before, legalNameEn: 'Renamed', trn: null } });
  expect((await printed()).statement.issuer).toEqual(statement.issuer);
  expect((await bill('2026-04')).body.data.issuer).toMatchObject({ name: { en: 'Renamed' }, trn: null });
  await customer.call('PUT', path, { body: before });
});

test('the code of a printed bill shows its issuer, number, date and total to anyone, but not its customer', async () => {
  await assigned();
  await read(hourly(march, may, 100, 0.1));
  await issue('2026-03');
  const { statement, verification } = await printed();
  const code = verification.address.split('/').at(-1);
  expect(verification.address).toBe(`http://localhost/verify-bill/${code}`);
  const verify = (of: string) => app.anonymous.call('GET', `/bill-verification/${of}`);
  const { number, issuedAt, total, issuer } = statement;
  const shown = { number, issuedAt, total, currency: 'AED', kind: 'bill', issuer: issuer.name };
  expect((await verify(code)).body.data).toEqual({ ...shown, state: 'issued' });
  expect((await verify('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await verify('1')).status).toBe(418);
  const { rows } = await app.kit.pool.query('SELECT id FROM meter_bill');
  await post(`/bill/${rows[0].id}/correct`, { reason: 'Wrong meter' });
  expect((await verify(code)).body.data).toEqual({ ...shown, state: 'corrected' });
});

test('a draft cannot be verified by a code', async () => {
  await assigned();
  await read(hourly(march, may, 100, 0.1));
  await makeDrafts(app.kit, april + 5 * day);
  const { rows } = await app.kit.pool.query("SELECT verification FROM meter_bill WHERE state = 'draft'");
  expect(rows.length).toBeGreaterThan(0);
  expect((await app.anonymous.call('GET', `/bill-verification/${rows[0].verification}`)).status).toBe(404);
});

test('a bill of a Saudi company has the QR code of the tax authority with seller, VAT number, time, total and VAT', async () => {
  await assigned();
  await read(hourly(march, may, 100, 0.1));
  const inCountry = (code: string) =>
    app.kit.pool.query(
      "UPDATE company SET country_id = (SELECT id FROM country WHERE code = $1) WHERE email = 'facilities@reem.test'",
      [code],
    );
  await inCountry('SA');
  await issue('2026-03');
  const { statement, verification } = await printed();
  await inCountry('AE');
  expect(verification.qr).toBe(
    taxQrText({
      seller: 'ريم ريزيدنسز لإدارة المرافق ذ.م.م',
      vatNumber: '100482913500003',
      issuedAt: new Date(statement.issuedAt),
      total: '78.12',
      vat: '3.72',
    }),
  );
  expect(verification.address).toContain('/verify-bill/');
});

test('a page that requests a month without a tariff, or without readings, gets the reason and no error', async () => {
  const ofMonth = async (month: string) => {
    const { status, body } = await customer.call('GET', `/sample/device/${meter}/bill/month?month=${month}`);
    return [status, body.data.missing, body.data.statement?.metered ?? null];
  };
  expect(await ofMonth('2026-03')).toEqual([200, 'nothing-to-show', null]);
  await read(hourly(march, may, 100, 0.1));
  expect(await ofMonth('2026-03')).toEqual([200, 'no-tariff', null]);
  await assigned();
  expect(await ofMonth('2026-03')).toEqual([200, null, expect.closeTo(74.4, 3)]);
});

test('bills that several people issue at the same time get one number each, without a gap', async () => {
  const { id } = await tariff('All');
  await assign(id, 'solution', 903);
  const some = meters.slice(0, 4).map((one) => one.id);
  for (const device of some) await read(hourly(march, april, 100, 0.1), device);
  const results = await Promise.all(Array.from({ length: 4 }, () => issue('2026-03', {}, some)));
  const numbers = results.flatMap(({ body }) =>
    body.data.filter((one: { status: string }) => one.status === 'done').map((one: { number: string }) => one.number),
  );
  expect(numbers).toHaveLength(some.length);
  const counted = numbers.map((number: string) => Number(number.slice(-6))).sort((a: number, b: number) => a - b);
  expect(counted).toEqual(counted.map((_: number, n: number) => (counted[0] ?? 0) + n));
});

test('a bill locks all of its meters before it takes a number, so that two issues never deadlock', async () => {
  await assign((await tariff('All')).id, 'solution', 903);
  const some = meters.slice(0, 2).map((one) => one.id);
  for (const device of some) await read(hourly(march, april, 100, 0.1), device);
  const other = await app.kit.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM meter WHERE device_id = $1 FOR UPDATE', [Math.max(...some)]);
    const issued = issue('2026-03', {}, some);
    await eventually(
      async () => (await app.kit.pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount,
      (waiting) => waiting === 1,
    );
    await other.query("SET LOCAL lock_timeout = '300ms'");
    await other.query(
      `INSERT INTO meter_bill_number AS n (company_id, year, last) SELECT company_id, extract(year FROM now()), 0 FROM device WHERE id = $1
       ON CONFLICT (company_id, year) DO UPDATE SET last = n.last`,
      [meter],
    );
    await other.query('COMMIT');
    const { data } = (await issued).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['done', 'done']);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

test('concurrent changes of a tariff make one version each', async () => {
  const { id } = await tariff('Busy');
  const months = ['01', '02', '03', '04', '05', '06'];
  const replies = await Promise.all(
    months.map((month) =>
      customer.call('PATCH', `/sample/tariff/${id}`, { body: { validFrom: `2026-${month}`, terms: flat('2') } }),
    ),
  );
  expect(replies.map(({ body }) => body.data?.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
});

test('amounts that are too large for exact sums are refused, and not billed', async () => {
  const { id } = await tariff('Dear', flat('999999999.999999'));
  const reply = await post(`/tariff/${id}/try`, { quantity: 1e9, dwellings: 1 });
  expect([reply.status, reply.body.word]).toEqual([422, 'amount-too-large']);
  await assign(id, 'device', meter);
  await read([
    [march, 0],
    [april, 99_000_000],
  ]);
  const [review] = (await shown()).reviews;
  await customer.call('PATCH', `/sample/device/${meter}/meter-review/${review.id}`, { body: { accept: true } });
  expect((await bill('2026-03')).body.word).toBe('amount-too-large');
  expect((await issue('2026-03')).body.word).toBe('amount-too-large');
});

test('a meter whose draft or scan fails does not affect the others', async () => {
  const [first, second] = meters.map(({ id }) => id).sort((a, b) => a - b) as [number, number];
  const broken = (await tariff('Broken')).id;
  await assign(broken, 'device', first);
  await assign((await tariff('Sound')).id, 'device', second);
  await app.kit.pool.query(`UPDATE tariff_version SET terms = '{}' WHERE tariff_id = $1`, [broken]);
  await read(hourly(march, april + 2 * day, 100, 0.1), first);
  await store(hourly(march, april + 2 * day, 100, 0.1), second);
  await app.kit.pool.query("UPDATE meter SET scanned_until = '2026-01-01' WHERE device_id = $1", [first]);
  await app.kit.pool.query(
    `ALTER TABLE meter ADD CONSTRAINT refused CHECK (device_id <> ${first} OR scanned_until < '2026-01-02')`,
  );
  try {
    await scanMeters(app.kit);
  } finally {
    await app.kit.pool.query('ALTER TABLE meter DROP CONSTRAINT refused');
  }
  const { rows } = await app.kit.pool.query('SELECT FROM meter WHERE device_id = $1', [second]);
  expect(rows).toHaveLength(1);
  await makeDrafts(app.kit, april + 2 * day + 2 * hour);
  const drafted = await app.kit.pool.query('SELECT device_id FROM meter_bill');
  expect(drafted.rows).toEqual([{ device_id: second }]);
});

test('hours without readings over the end of a month are interpolated, or estimated and corrected by the next bill', async () => {
  await assigned();
  const [silent, back] = [april - 20 * hour, april + 11 * hour];
  const known = hourly(march, silent, 100, 0.1);
  await read(known);
  const estimated = (await bill('2026-03')).body.data;
  expect(estimated.closing.quality).toBe('estimated');
  expect(estimated.metered).toBeCloseTo(74.4, 6);
  expect((await issue('2026-03')).status).toBe(200);
  // Nothing was consumed while the meter was silent.
  const [, last] = known.at(-1) as Point;
  await read(hourly(back, may, last, 0.1));
  const next = (await bill('2026-04')).body.data;
  expect(next.opening).toMatchObject({ quality: 'interpolated', index: expect.closeTo(last, 3) });
  const correction = next.lines.at(-1);
  expect(correction).toMatchObject({ kind: 'correction', month: '2026-03', quantity: -2, amount: -200 });
  await issue('2026-04');
  const sum = estimated.consumption.quantity + correction.quantity + next.consumption.quantity;
  expect(sum).toBeCloseTo(last + 0.1 * ((may - back) / hour) - 100, 6);
  // It is corrected once.
  await read(hourly(may + hour, may + 31 * day, last + 71, 0.1));
  expect((await bill('2026-05')).body.data.lines.filter(({ kind }: { kind: string }) => kind === 'correction')).toEqual(
    [],
  );
});

test('a bill that is more than half estimated needs a reason, and one without any basis is not issued', async () => {
  await assigned();
  await read(hourly(march, march + 10 * day, 100, 0.1));
  expect((await bill('2026-03')).body.data.estimatedShare).toBeGreaterThan(0.5);
  expect((await issue('2026-03')).body.word).toBe('mostly-estimated');
  const reason = 'The meter is behind a locked door';
  expect((await issue('2026-03', { reason })).status).toBe(200);
  expect((await bill('2026-03')).body.data.reason).toBe(reason);
  // The month that follows is estimated as a whole, and not more than that.
  expect((await bill('2026-04')).body.data.estimatedShare).toBe(1);
  await app.kit.pool.query('DELETE FROM meter_bill');
  await app.kit.pool.query('DELETE FROM reading WHERE time > $1', [at(march + 3 * day)]);
  expect((await bill('2026-03')).status).toBe(477);
});

test('a correction credits the issued bill and issues another one', async () => {
  await assigned();
  await read(hourly(march, april, 100, 0.1));
  const first = (await issue('2026-03')).body.data[0].number;
  const bills = async () => (await customer.call('GET', `/sample/device/${meter}/bills`)).body.data;
  const [{ id }] = await bills();
  const { data } = (await post(`/bill/${id}/correct`, { reason: 'Wrong tariff' })).body;
  expect(data).toMatchObject({ state: 'issued', kind: 'bill', reason: 'Wrong tariff' });
  expect(data.number).not.toBe(first);
  expect(await bills()).toMatchObject([
    { state: 'issued', kind: 'bill', number: data.number, total: 7812 },
    { state: 'issued', kind: 'credit', total: -7812 },
    { state: 'corrected', kind: 'bill', number: first, total: 7812 },
  ]);
  expect((await post(`/bill/${id}/correct`, { reason: 'Again' })).body.word).toBe('bill-corrected');
});

const billsOfMeter = async () => (await customer.call('GET', `/sample/device/${meter}/bills`)).body.data;
const correct = async (number: string) => {
  const { id } = (await billsOfMeter()).find((one: { number: string }) => one.number === number);
  return (await post(`/bill/${id}/correct`, { reason: 'Wrong tariff' })).body.data;
};
/** The total that the customer owes, in minor units. */
const owed = async () => (await billsOfMeter()).reduce((sum: number, { total }: { total: number }) => sum + total, 0);

test('a charge that is due once is also part of the bill that replaces the first one', async () => {
  const connection = { nameEn: 'Connection', nameAr: 'توصيل', amount: '250', due: 'once' };
  await assigned(terms([{ upTo: null, price: '1' }], { fixed: [connection] }));
  await read(hourly(march, may, 100, 0.1));
  const [{ number }] = (await issue('2026-03')).body.data;
  await issue('2026-04');
  const before = await owed();
  expect((await correct(number)).lines.map(({ kind }: { kind: string }) => kind)).toEqual(['consumption', 'fixed']);
  expect(await owed()).toBe(before);
});

test('bills that are corrected after a month was estimated charge its consumption once, in any order', async () => {
  await assigned();
  const known = hourly(march, april - 20 * hour, 100, 0.1);
  const [, last] = known.at(-1) as Point;
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    await app.kit.pool.query('DELETE FROM meter_bill');
    await app.kit.pool.query('DELETE FROM reading');
    await read(known);
    const numbers = [(await issue('2026-03')).body.data[0].number];
    await store(hourly(april + 11 * hour, may, last, 0.1));
    numbers.push((await issue('2026-04')).body.data[0].number);
    const before = await owed();
    for (const n of order) {
      await correct(numbers[n]);
      expect(await owed(), `after the correction of bill ${n} of ${order}`).toBe(before);
    }
  }
});

test('drafts of the month before are made once, from the 3rd at 02:00 local time on', async () => {
  const third = april + 2 * day + 2 * hour;
  expect([dueMonth(third - 1, 'Asia/Dubai'), dueMonth(third, 'Asia/Dubai')]).toEqual(['2026-02', '2026-03']);
  await assigned();
  await read(hourly(march, april + 2 * day, 100, 0.1));
  await makeDrafts(app.kit, third);
  const drafts = async () => (await customer.call('GET', `/sample/device/${meter}/bills`)).body.data;
  expect(await drafts()).toMatchObject([{ month: '2026-03', state: 'draft', number: null, total: 7812 }]);
  await makeDrafts(app.kit, third + hour);
  expect(await drafts()).toHaveLength(1);
  expect((await issue('2026-03')).status).toBe(200);
  expect(await drafts()).toMatchObject([{ state: 'issued' }]);
});

test('the month of a bill is that of the time zone of the site, and of the company without one', async () => {
  const structureId = meters.find(({ id }) => id === meter)?.structureId;
  const { companyId } = (await customer.call('GET', '/session')).body.data.session.user;
  const place = (timeZone: string | null) =>
    customer.call('PATCH', `/company/${companyId}/structure/${structureId}`, { body: { timeZone } });
  await assigned();
  await read(hourly(march - day, april + day, 100, 0.1));
  const span = async () => (await bill('2026-03')).body.data.period;
  const atHome = await span();
  try {
    expect((await place('Africa/Cairo')).body.data.zone).toBe('Africa/Cairo');
    const page = (await customer.call('GET', `/sample/device/${meter}`)).body.data;
    expect(page.zone).toBe('Africa/Cairo');
    // Cairo is two hours behind Dubai on 1 March 2026.
    expect(Date.parse((await span()).from) - Date.parse(atHome.from)).toBe(2 * hour);
  } finally {
    await place(null);
  }
  expect(await span()).toEqual(atHome);
});

test('a running month has its cost so far and a forecast', async () => {
  await assigned();
  const now = Date.now();
  await read(hourly(now - 40 * day, now, 100, 0.1));
  const month = at(now + 4 * hour).slice(0, 7);
  const { state, forecast, consumption } = (await bill(month)).body.data;
  expect(state).toBe('running');
  expect(forecast.quantity).toBeGreaterThanOrEqual(consumption.quantity);
});

test('bills are read only in the structures whose groups allow it', async () => {
  await assign((await tariff('All')).id, 'solution', 903);
  const here = meters[0] as { id: number; structureId: number };
  const there = meters.find(({ structureId }) => structureId !== here.structureId) as typeof here;
  for (const { id } of [here, there]) await read(hourly(march, april, 100, 0.1), id);
  const users = [(await operator.call('GET', '/session')).body.data.user.id];
  for (const { id } of (await customer.call('GET', '/sample/permissions-group')).body.data)
    await customer.call('DELETE', `/sample/permissions-group/${id}`);
  const group = (name: string, resources: number[], permissions: object) =>
    post('/permissions-group', { name, users, resources, permissions });
  expect(
    [
      await group('Bills', [here.structureId], { bill: ['read'] }),
      await group('Devices', [here.structureId, there.structureId], { device: ['read'] }),
    ].map(({ status }) => status),
  ).toEqual([201, 201]);
  const answers = (id: number) =>
    Promise.all(
      ['bill?month=2026-03', 'bills', 'meter'].map(
        async (path) => (await operator.call('GET', `/sample/device/${id}/${path}`)).status,
      ),
    );
  expect(await answers(here.id)).toEqual([200, 200, 200]);
  expect(await answers(there.id)).toEqual([403, 403, 200]);
});

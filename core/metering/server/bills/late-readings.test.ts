import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** The first of March in Dubai. */
const march = Date.parse('2026-02-28T20:00:00Z');
const april = march + 31 * day;
const may = april + 30 * day;
const june = may + 31 * day;
const months = ['2026-03', '2026-04', '2026-05'];

let app: Rasid;
let customer: TestPerson;
let volume: number;
let meter: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const found = await customer.call('GET', '/sample/device?limit=100&hardwareId=90301&sort[id]=asc');
  meter = found.body.data.find(({ token }: { token: string }) => token === 'active').id;
  volume = app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find(({ key }) => key === 'volume')?.id ?? 0;
  await app.kit.pool.query('DELETE FROM tariff');
  const terms = {
    mode: 'graduated',
    perMonth: true,
    slabs: [
      { upTo: 50, price: '1' },
      { upTo: null, price: '3' },
    ],
    surcharges: [],
    fixed: [],
    seweragePercent: null,
    vatPercent: 0,
    vatOn: [],
  };
  const names = { nameEn: 'Water', nameAr: 'ماء', utility: 'water', currency: 'AED', unit: 'm³', validFrom: '2020-01' };
  const tariff = await post('/tariff', { ...names, terms });
  await post(`/tariff/${tariff.body.data.id}/assign`, { level: 'device', refId: meter });
});
afterAll(() => app.close());
const reset = async () => {
  for (const table of ['meter_bill', 'meter', 'reading', 'device_latest'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
};
beforeEach(reset);

type Point = readonly [at: number, value: number];
const store = async (points: readonly Point[]) => {
  await app.kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000.0), v FROM unnest($3::float8[], $4::float8[]) n(t, v)
     ON CONFLICT DO NOTHING`,
    [meter, volume, points.map(([t]) => t), points.map(([, v]) => v)],
  );
  await app.kit.pool.query(
    `INSERT INTO device_latest (device_id, sensor_id, time, value) SELECT device_id, sensor_id, time, value FROM reading WHERE device_id = $1 ORDER BY time DESC LIMIT 1
     ON CONFLICT (device_id, sensor_id) DO UPDATE SET time = excluded.time, value = excluded.value`,
    [meter],
  );
};
const hourly = (from: number, to: number, start: number, perHour: number): Point[] =>
  Array.from({ length: Math.round((to - from) / hour) + 1 }, (_, n) => [from + n * hour, start + n * perHour]);
const post = (path: string, body: object) => customer.call('POST', `/sample${path}`, { body });
const bill = async (month: string) =>
  (await customer.call('GET', `/sample/device/${meter}/bill?month=${month}`)).body.data;
const issue = (month: string) => post('/bill/issue', { deviceIds: [meter], month, reason: 'Checked' });
const segments = async () =>
  (await customer.call('GET', `/sample/device/${meter}/meter`)).body.data.segments.toReversed();

type Statement = {
  kind: 'bill' | 'credit';
  month: string;
  consumption: { quantity: number };
  subtotal: number;
  lines: { kind: string; month: string | null; quantity: number }[];
};
const documents = async (): Promise<Statement[]> =>
  (await app.kit.pool.query("SELECT statement FROM meter_bill WHERE state <> 'draft' ORDER BY id")).rows.map(
    ({ statement }) => statement,
  );
/** What all bills and credits charge together. */
const charged = async () => {
  const all = await documents();
  const sum = (pick: (one: Statement) => number) => all.reduce((total, one) => total + pick(one), 0);
  const sign = ({ kind }: Statement) => (kind === 'credit' ? -1 : 1);
  return {
    quantity: sum((one) => {
      const corrections = one.lines.filter(({ kind }) => kind === 'correction');
      return sign(one) * corrections.reduce((total, line) => total + line.quantity, one.consumption.quantity);
    }),
    amount: sum(({ subtotal }) => subtotal),
  };
};
const priceOf = (quantity: number) => Math.round(100 * (Math.min(50, quantity) + 3 * Math.max(0, quantity - 50)));

test('a late reading that moves an interpolated end of a month is corrected by the next bill', async () => {
  const silent = april - 19 * hour;
  await store(hourly(march, silent, 100, 0.1));
  await store(hourly(april + 12 * hour, may + day, 180, 0.1));
  await issue('2026-03');
  const first = await bill('2026-03');
  expect(first.closing.quality).toBe('interpolated');
  await store([[april, 174]]);
  const next = await bill('2026-04');
  expect(next.opening).toMatchObject({ index: 174, quality: 'measured' });
  const difference = 174 - first.closing.index;
  expect(next.lines.at(-1)).toMatchObject({
    kind: 'correction',
    month: '2026-03',
    quantity: expect.closeTo(difference, 5),
    amount: priceOf(74) - priceOf(first.consumption.quantity),
  });
  await issue('2026-04');
  expect((await charged()).quantity).toBeCloseTo(next.closing.index - 100, 5);
});

test('a part of a month is corrected by the slabs of that part', async () => {
  const begun = march + 16 * day;
  await store(hourly(begun, april - 19 * hour, 100, 0.1));
  await store(hourly(april + 12 * hour, may + day, 200, 0.1));
  await issue('2026-03');
  const first = await bill('2026-03');
  const limit = first.lines[0].upTo;
  expect(limit).toBeCloseTo((50 * 15) / 31, 6);
  await store([[april, 180]]);
  const correction = (await bill('2026-04')).lines.at(-1);
  const due = 80;
  expect(correction).toMatchObject({ kind: 'correction', month: '2026-03' });
  expect(correction.quantity).toBeCloseTo(due - first.consumption.quantity, 6);
  const cost = Math.round(100 * limit) + Math.round(300 * (due - limit));
  expect(correction.amount).toBe(cost - first.subtotal);
});

test('a month that still runs corrects no other month', async () => {
  const zone = 4 * hour;
  const now = new Date(Date.now() + zone);
  const begins = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - zone;
  const month = (at: number) => new Date(at + zone).toISOString().slice(0, 7);
  const [before, running] = [month(begins - day), month(begins)];
  await store(hourly(begins - 20 * day, begins - 30 * hour, 100, 0.1));
  await issue(before);
  expect((await bill(before)).closing.quality).toBe('estimated');
  await store([
    [begins, 140],
    [begins + 1000, 140],
  ]);
  const statement = await bill(running);
  expect(statement.state).toBe('running');
  expect(statement.lines.map(({ kind }: { kind: string }) => kind)).not.toContain('correction');
});

test('readings from before the first one known are billed: the meter has counted since then', async () => {
  await store(hourly(march + 10 * day, april + day, 124, 0.1));
  await issue('2026-03');
  expect((await charged()).quantity).toBeCloseTo(50.4, 5);
  await store(hourly(march, march + 10 * day, 100, 0.1));
  await store(hourly(april + day, may + day, 176.8, 0.1));
  await issue('2026-04');
  expect(await charged()).toEqual({
    quantity: expect.closeTo(146.4, 5),
    amount: priceOf(74.4) + priceOf(72),
  });
});

test('a roll-over moves to where late readings show it, and counts to the end of the range', async () => {
  await store(hourly(march, march + 20 * day, 99_990, 0.01));
  await store(hourly(april + 10 * day, may + day, 20, 0.01));
  await issue('2026-03');
  await store([
    [march + 25 * day, 99_999],
    [march + 27 * day, 3],
    [april, 15],
  ]);
  await issue('2026-04');
  expect(await segments()).toMatchObject([
    { endedAt: new Date(march + 27 * day).toISOString(), endIndex: 100_000 },
    { reason: 'rollover', startIndex: 0 },
  ]);
  expect((await documents()).at(-1)?.lines.at(-1)).toMatchObject({ kind: 'correction', month: '2026-03' });
  const end = 20 + 0.01 * ((may - april - 10 * day) / hour);
  expect((await charged()).quantity).toBeCloseTo(10 + end, 4);
});

test('a counter that late readings show to have gone further before its reset is charged for it', async () => {
  await store([
    [march, 500],
    [march + 2 * day, 520],
    [march + 6 * day, 3],
    [april, 40],
  ]);
  await segments();
  await store([[march + 5 * day, 541]]);
  await issue('2026-03');
  expect((await segments())[0]).toMatchObject({ endIndex: 541 });
  expect((await charged()).quantity).toBeCloseTo(41 + 40, 5);
});

test('a late reading that falls back a little before a reset leaves the end of the counter as it is', async () => {
  await store([
    [march, 500],
    [march + 6 * day - hour, 541],
    [march + 6 * day, 3],
    [april, 40],
  ]);
  await segments();
  await store([[march + 6 * day - 60_000, 540]]);
  await issue('2026-03');
  expect((await segments())[0]).toMatchObject({ endIndex: 541 });
  expect((await charged()).quantity).toBeCloseTo(41 + 40, 5);
});

test('an earlier reading above the first one known does not begin the meter: its counter was another one', async () => {
  await store(hourly(march + day, april, 100, 0.1));
  await segments();
  await store([[march, 900]]);
  await issue('2026-03');
  expect(await segments()).toMatchObject([{ startedAt: new Date(march + day).toISOString(), startIndex: 100 }]);
  expect((await charged()).quantity).toBeCloseTo(72, 5);
});

test('a month that is corrected after the one that follows it is charged once', async () => {
  await store(hourly(march, april - 19 * hour, 100, 0.1));
  await store(hourly(april + 12 * hour, may + day, 180, 0.1));
  for (const month of ['2026-03', '2026-04']) await issue(month);
  await store([[april, 174]]);
  const { rows } = await app.kit.pool.query("SELECT id FROM meter_bill WHERE to_char(month, 'YYYY-MM') = '2026-03'");
  await post(`/bill/${rows[0].id}/correct`, { reason: 'A late reading' });
  const end = (await bill('2026-04')).closing.index;
  expect(await charged()).toEqual({
    quantity: expect.closeTo(end - 100, 5),
    amount: priceOf(74) + priceOf(end - 174),
  });
});

/** Readings every eight hours or so, the batch in which each arrives, and what is done after each batch. */
const history = fc.record({
  readings: fc.array(
    fc.record({
      grown: fc.integer({ min: 0, max: 3000 }),
      minutes: fc.integer({ min: 6 * 60, max: 30 * 60 }),
      batch: fc.nat(3),
      rollsOver: fc.nat(30).map((n) => n === 0),
    }),
    { minLength: 90, maxLength: 140 },
  ),
  order: fc.shuffledSubarray(months, { minLength: 3 }),
  corrected: fc.nat(2),
});

test('bills add up to what the meter has counted, whenever they are issued and whatever arrives late', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ readings, order, corrected }) => {
      await reset();
      let [at, index, total] = [march, 99_900, 0];
      const points = [{ at, index, total, batch: 0 }];
      for (const { grown, minutes, batch, rollsOver } of readings) {
        at += minutes * 60_000;
        const next = rollsOver && index > 95_500 ? 100_000 + grown / 1000 : index + grown / 1000;
        total += next - index;
        index = next >= 100_000 ? next - 100_000 : next;
        points.push({ at, index, total, batch });
      }
      const used = points.filter((one) => one.at < june - 6 * hour);
      const newest = used.at(-1) ?? { index, total };
      used.push({ at: june, index: newest.index + 1, total: newest.total + 1, batch: 0 });
      for (const batch of [0, 1, 2, 3]) {
        const arrived = used.filter((one) => one.batch === batch || (batch > 0 && one.batch === batch - 1));
        await store(arrived.map((one) => [one.at, one.index] as const).toReversed());
        const month = order[batch];
        if (month) await issue(month);
      }
      // Everything has arrived: the next document settles what is still open.
      const { rows } = await app.kit.pool.query(
        "SELECT id FROM meter_bill WHERE state = 'issued' AND kind = 'bill' AND to_char(month, 'YYYY-MM') = $1",
        [months[corrected]],
      );
      for (const { id } of rows) await post(`/bill/${id}/correct`, { reason: 'Late readings' });
      const { quantity } = await charged();
      const last = used.at(-1)?.total ?? 0;
      expect(rows).toHaveLength(1);
      expect(quantity).toBeCloseTo(last, 3);
    }),
    // A failing history is reported without shrinking, which would exceed the time limit of a test.
    { numRuns: 5, endOnFailure: true },
  );
});

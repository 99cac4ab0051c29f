import { expect, test } from 'vitest';
import {
  app,
  april,
  bill,
  charged,
  day,
  documents,
  draftedAt,
  hour,
  hourly,
  issue,
  june,
  march,
  may,
  post,
  priceOf,
  segments,
  store,
  withBilledMeter,
} from '#main/testing/test-bills.ts';

withBilledMeter();

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

test('the bill of a running month does not correct other months', async () => {
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

test('readings from before the first known one are billed: the meter has counted since then', async () => {
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

test('consumption before a reset that only late readings show is charged', async () => {
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

test('a correction by the bill of a month that is too old to change is not charged again', async () => {
  await store(hourly(march, april - 19 * hour, 100, 0.1));
  await store(hourly(april + 12 * hour, june + day, 180, 0.1));
  await issue('2026-04');
  await store([[april, 174]]);
  await issue('2026-03');
  expect((await documents()).at(-1)?.lines.at(-1)).toMatchObject({ kind: 'correction', month: '2026-04' });
  // April is the oldest month that readings may still change then.
  const { lines } = await draftedAt('2026-05', Date.parse('2027-07-15T00:00:00Z'));
  expect(lines.map(({ kind }) => kind)).not.toContain('correction');
});

test('a bill that is issued while its month is being read does not count twice', async () => {
  await store(hourly(march, may + day, 100, 0.1));
  await issue('2026-03');
  const issued = await bill('2026-03');
  const drafted = await draftedAt('2026-03', Date.now());
  expect([drafted.opening, drafted.closing, drafted.lines]).toEqual([issued.opening, issued.closing, issued.lines]);
});

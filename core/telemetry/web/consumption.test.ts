import { expect, test } from 'vitest';
import { alignedTo, barsOf, comparedWith, consumptionStep, percentChange, queryFor, sumUntil } from './consumption.ts';

const zone = 'Asia/Dubai';
const at = (text: string) => Date.parse(text);

test('consumption has steps of hours for two days, of days for two months and of months for a year', () => {
  const days = (count: number) =>
    consumptionStep({
      from: '2026-01-01T00:00:00Z',
      to: new Date(at('2026-01-01T00:00:00Z') + count * 86_400_000).toISOString(),
    });
  expect([days(1), days(2), days(7), days(62), days(365)]).toEqual(['hour', 'hour', 'day', 'day', 'month']);
});

test('consumption is queried in whole hours of the company’s time zone', () => {
  const query = queryFor({ from: '2026-03-01T20:00:00Z', to: '2026-03-02T09:20:00Z' }, 'hour', zone);
  expect(query).toEqual({ period: { from: '2026-03-01T20:00:00.000Z', to: '2026-03-02T10:00:00.000Z' }, buckets: 14 });
});

test('hours are added up to days of the company’s time zone', () => {
  const bars = barsOf(
    [
      [at('2026-03-01T19:00:00Z'), 1, 10, 11],
      [at('2026-03-01T20:00:00Z'), 2, 11, 13],
      [at('2026-03-01T21:00:00Z'), 3, 13, 16],
    ],
    'day',
    zone,
  );
  expect(bars).toEqual([
    { at: at('2026-02-28T20:00:00Z'), amount: 1, reading: 11 },
    { at: at('2026-03-01T20:00:00Z'), amount: 5, reading: 16 },
  ]);
});

test('a day of the previous month is aligned with the same day of this month', () => {
  const otherPeriod = { from: '2026-01-31T20:00:00Z', to: '2026-02-28T20:00:00Z' };
  const period = { from: '2026-02-28T20:00:00Z', to: '2026-03-10T08:00:00Z' };
  const third = { at: at('2026-02-02T20:00:00Z'), amount: 4, reading: 9 };
  expect(alignedTo([third], otherPeriod, period, 'day', zone)[0]?.at).toBe(at('2026-03-02T20:00:00Z'));
});

test('today is compared with yesterday and the last seven days with nothing', () => {
  expect(comparedWith(8)).toEqual({ name: 'today', before: 'yesterday' });
  expect(comparedWith(1)).toBeNull();
});

test('a period that has not ended is compared with the share of the last step that has passed', () => {
  const bars = [
    { at: at('2026-03-01T20:00:00Z'), amount: 6, reading: 16 },
    { at: at('2026-03-01T21:00:00Z'), amount: 4, reading: 20 },
    { at: at('2026-03-01T22:00:00Z'), amount: 8, reading: 28 },
  ];
  expect(sumUntil(bars, at('2026-03-01T21:15:00Z'), 'hour', zone)).toBe(7);
});

test('a change in percent needs a previous value above zero', () => {
  expect(percentChange(12, 10)).toBeCloseTo(20);
  expect(percentChange(12, 0)).toBeNull();
});

import { expect, test } from 'vitest';
import { alongside, askFor, barsOf, changeOf, comparedWith, stepOf } from './consumption.ts';

const zone = 'Asia/Dubai';
const at = (text: string) => Date.parse(text);

test('hours for two days, days for two months, months for a year', () => {
  const days = (count: number) =>
    stepOf({
      from: '2026-01-01T00:00:00Z',
      to: new Date(at('2026-01-01T00:00:00Z') + count * 86_400_000).toISOString(),
    });
  expect([days(1), days(2), days(7), days(62), days(365)]).toEqual(['hour', 'hour', 'day', 'day', 'month']);
});

test('buckets are whole hours on the clock of the company', () => {
  const asked = askFor({ from: '2026-03-01T20:00:00Z', to: '2026-03-02T09:20:00Z' }, 'hour', zone);
  expect(asked).toEqual({ period: { from: '2026-03-01T20:00:00.000Z', to: '2026-03-02T10:00:00.000Z' }, buckets: 14 });
});

test('hours are summed by the days of the company', () => {
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

test('the same day of the month before stands beside this one', () => {
  const theirs = { from: '2026-01-31T20:00:00Z', to: '2026-02-28T20:00:00Z' };
  const ours = { from: '2026-02-28T20:00:00Z', to: '2026-03-10T08:00:00Z' };
  const third = { at: at('2026-02-02T20:00:00Z'), amount: 4, reading: 9 };
  expect(alongside([third], theirs, ours, 'day', zone)[0]?.at).toBe(at('2026-03-02T20:00:00Z'));
});

test('today is compared with yesterday, the last seven days with nothing', () => {
  expect(comparedWith(8)).toEqual({ name: 'today', before: 'yesterday' });
  expect(comparedWith(1)).toBeNull();
});

test('a change needs something to compare with', () => {
  expect(changeOf(12, 10)).toBeCloseTo(20);
  expect(changeOf(12, 0)).toBeNull();
});

import { expect, test } from 'vitest';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { carParks } from '../demo/car-parks.ts';
import { occupiedShares, shuffled } from '../demo/day-shares.ts';
import { quarterMs } from '../stays/times.ts';
import { expectationsOf, type KnownShares, rangeAround, shareAhead } from './expected.ts';
import { type Clock, quarterOf } from './local-days.ts';
import { isProven, proofOf } from './proof.ts';
import { quantile } from './quantile.ts';

const dubai: Clock = { schedule: null, zone: 'Asia/Dubai' };
const at = (instant: string) => quarterOf(Date.parse(instant));
const week = weekdays.map((name) => ({ name, periods: [{ start: '00:00', end: '23:59' }] }));
const scheduled = (more: Partial<WeekSchedule>): Clock => {
  const schedule = { timeZone: 'Asia/Dubai', week, seasons: [], holidays: [], ...more };
  return { schedule, zone: schedule.timeZone };
};
/** What was known at noon in Dubai of days. */
const noons = (days: Readonly<Record<string, number>>): KnownShares =>
  new Map(Object.entries(days).map(([date, share]) => [at(`${date}T12:00:00+04:00`), share]));
const noon = (date: string) => at(`${date}T12:00:00+04:00`);

test('a quantile lies between two values by proportion', () => {
  expect([quantile([], 0.5), quantile([3], 0.9), quantile([1, 2, 3, 10], 0.5)]).toEqual([null, 3, 2.5]);
  expect(quantile([0, 10], 0.1)).toBe(1);
});

test('the middle of the last six days of the same weekday is expected, and of no day before or after these', () => {
  // Mondays.
  const known = noons({
    '2026-09-28': 1,
    '2026-10-05': 0.9,
    '2026-10-12': 0.1,
    '2026-10-19': 0.2,
    '2026-10-26': 0.3,
    '2026-11-02': 0.4,
    '2026-11-09': 0.5,
    '2026-11-10': 1,
    '2026-11-16': 0.8,
    '2026-11-23': 0,
  });
  const { expected, weekBefore } = expectationsOf(known, dubai);
  expect(expected(noon('2026-11-16'))).toBeCloseTo(0.35);
  expect(expected(noon('2026-11-17'))).toBe(1);
  expect(expected(noon('2026-11-18'))).toBeNull();
  expect([weekBefore(noon('2026-11-16')), weekBefore(noon('2026-11-15'))]).toEqual([0.5, null]);
  expect(expected(noon('2026-09-28'))).toBeNull();
});

test('a day is forgotten after six weeks', () => {
  const { expected } = expectationsOf(noons({ '2026-10-05': 0.5, '2026-11-30': 0.1 }), dubai);
  expect([expected(noon('2026-11-16')), expected(noon('2026-11-23'))]).toEqual([0.5, null]);
});

test('holidays and days of Ramadan are expected to be like others of their kind only', () => {
  const ramadan = { from: '2026-02-18', to: '2026-03-19', name: 'Ramadan', week };
  const holiday = { date: '2026-04-06', name: { en: 'Holiday', ar: '' }, expected: false, periods: [] };
  const { expected } = expectationsOf(
    // Mondays: two ordinary ones, two of Ramadan, an ordinary one, and a holiday.
    noons({
      ...{ '2026-02-09': 0.8, '2026-02-16': 0.8, '2026-02-23': 0.1, '2026-03-02': 0.2 },
      ...{ '2026-03-23': 0.6, '2026-04-06': 0, '2026-04-20': 1 },
    }),
    scheduled({ seasons: [ramadan], holidays: [holiday] }),
  );
  expect(expected(noon('2026-02-23'))).toBeNull();
  expect(expected(noon('2026-03-16'))).toBeCloseTo(0.15);
  expect(expected(noon('2026-03-23'))).toBeCloseTo(0.8);
  expect(expected(noon('2026-04-06'))).toBeNull();
  expect(expected(noon('2026-04-13'))).toBeCloseTo(0.6);
});

test('hours follow the clocks of the car park, also where these have been put back', () => {
  // Clocks went back from 3:00 to 2:00 in Cairo on 30 October 2026, a Friday.
  const cairo: Clock = { schedule: null, zone: 'Africa/Cairo' };
  const known = new Map([
    [at('2026-10-23T10:00:00+03:00'), 0.4],
    [at('2026-10-23T11:00:00+03:00'), 0.9],
    [at('2026-10-30T10:00:00+02:00'), 0.6],
  ]);
  const { expected, weekBefore } = expectationsOf(known, cairo);
  expect(expected(at('2026-10-30T10:00:00+02:00'))).toBe(0.4);
  expect(weekBefore(at('2026-10-30T10:00:00+02:00'))).toBe(0.4);
  expect(expected(at('2026-11-06T10:00:00+02:00'))).toBeCloseTo(0.5);
});

test('how much fuller it is than expected fades to about a third within an hour, and the share stays between 0 and 1', () => {
  expect(shareAhead(0.5, 0.2, 0)).toBeCloseTo(0.7);
  expect(shareAhead(0.5, 0.2, 4)).toBeCloseTo(0.5 + 0.2 / Math.E);
  expect(shareAhead(0.95, 0.5, 1)).toBe(1);
  expect(shareAhead(0.05, -0.5, 1)).toBe(0);
});

test('the range of a forecast is that of forecasts that look as far ahead', () => {
  const bands = [
    { quarters: 1, low: -0.02, high: 0.04 },
    { quarters: 5, low: -0.1, high: 0.2 },
  ];
  const range = (quarters: number, share = 0.5) => Object.values(rangeAround(share, bands, quarters));
  expect(range(0)).toEqual([0.48, 0.54]);
  expect(range(3)).toEqual([expect.closeTo(0.44), expect.closeTo(0.62)]);
  expect(range(50)).toEqual([0.4, 0.7]);
  expect(range(5, 0.95)).toEqual([expect.closeTo(0.85), 1]);
});

const from = Date.parse('2026-10-01T00:00:00+04:00');
const [mall] = carParks;
const knownOf = (shares: readonly number[]): KnownShares =>
  new Map(shares.map((share, n) => [from / quarterMs + n, share]));

function proofOfDays(days: number, changed: (shares: readonly number[]) => readonly number[] = (shares) => shares) {
  if (!mall) throw new Error('there is no car park in the demo');
  const to = from + days * dayMs;
  const known = knownOf(changed(occupiedShares(mall, from, to)));
  return proofOf(known, expectationsOf(known, dubai), to / quarterMs);
}

test('three weeks of a car park with habits prove its forecast, and one week does not', () => {
  const { errors, bands } = proofOfDays(21);
  expect(errors && isProven(errors)).toBe(true);
  expect(bands.map(({ quarters }) => quarters)).toContain(4);
  for (const { low, high } of bands) expect(low).toBeLessThan(high);
  expect(proofOfDays(8).errors).toBeNull();
});

test('nothing proves the forecast of a car park without habits, although it may beat two naive ones', () => {
  const { errors } = proofOfDays(56, (shares) => shuffled(shares, 'without habits'));
  expect(errors?.error).toBeLessThan(Math.min(errors?.asNow ?? 0, errors?.weekAgo ?? 0));
  expect(errors && isProven(errors)).toBe(false);
});

test('the range is wider for forecasts that look further ahead', () => {
  const { bands } = proofOfDays(56);
  const [near, far] = [bands[0], bands.at(-1)];
  expect((near?.high ?? 0) - (near?.low ?? 0)).toBeLessThan((far?.high ?? 0) - (far?.low ?? 0));
});

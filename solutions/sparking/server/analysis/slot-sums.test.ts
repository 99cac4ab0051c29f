import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedWeek, weekdays } from '#platform/common/time/week-schedule.ts';
import { openSpans, type Sums, sumsOf } from './slot-sums.ts';

const hour = 3_600_000;
const start = Date.parse('2026-10-20T00:00:00Z');
const end = Date.parse('2026-11-10T00:00:00Z');

const time = fc.integer({ min: start, max: end });
const timeOrNone = fc.option(time, { nil: null });
const clock = fc.integer({ min: 0, max: 23 * 60 + 59 });
const written = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Clocks go back in the night to 30 October 2026 in Cairo; those of Kathmandu are three quarters of an hour off. */
const zone = fc.constantFrom('Asia/Dubai', 'Africa/Cairo', 'Asia/Kathmandu');
const schedule = fc
  .record({ timeZone: zone, days: fc.array(fc.tuple(clock, clock), { minLength: 7, maxLength: 7 }) })
  .map(({ timeZone, days }) => ({
    timeZone,
    week: weekdays.map((name, n) => {
      const [a, b] = days[n] ?? [0, 0];
      return { name, periods: a === b ? [] : [{ start: written(Math.min(a, b)), end: written(Math.max(a, b)) }] };
    }),
    seasons: [],
    holidays: [],
  }));
/** Spans that follow each other from times in any order; the last one may hold. */
const following = <Value>(value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(time, { minLength: 1, maxLength: 8 }).chain((times) =>
    fc.array(value, { minLength: times.length, maxLength: times.length }).map((values) => {
      const sorted = times.toSorted((a, b) => a - b);
      return values.map((one, n) => ({ ...one, from: sorted[n] ?? 0, to: sorted[n + 1] ?? null }));
    }),
  );
const bays = fc.record({
  hours: following(fc.record({ schedule: fc.option(schedule, { nil: null }) })),
  versions: following(fc.record({ outFrom: timeOrNone, outUntil: timeOrNone })).map((all) =>
    all.map((one) => ({
      ...one,
      outUntil: one.outFrom !== null && one.outUntil !== null && one.outUntil > one.outFrom ? one.outUntil : null,
    })),
  ),
  known: following(fc.record({ occupied: fc.option(fc.boolean(), { nil: undefined }) })).map((all) =>
    all.flatMap(({ occupied, ...span }) => (occupied === undefined ? [] : [{ ...span, occupied }])),
  ),
});
const keys = ['open', 'occupied', 'free', 'unknown'] as const satisfies (keyof Sums)[];

test('occupied, free and unknown add up to open, and the sums of two periods that touch to those of both', () => {
  let counted = 0;
  fc.assert(
    fc.property(bays, fc.tuple(time, time, time), (bay, times) => {
      const [a = 0, b = 0, c = 0] = times.toSorted((one, other) => one - other);
      const whole = sumsOf(bay, { from: a, to: c });
      const [first, second] = [sumsOf(bay, { from: a, to: b }), sumsOf(bay, { from: b, to: c })];
      expect(whole.occupied + whole.free + whole.unknown).toBe(whole.open);
      for (const key of keys) {
        expect(whole[key]).toBeGreaterThanOrEqual(0);
        expect(first[key] + second[key]).toBe(whole[key]);
      }
      if (whole.occupied > 0 && whole.free > 0 && whole.unknown > 0) counted++;
    }),
    { numRuns: 400 },
  );
  // Enough of the random bays have something of everything.
  expect(counted).toBeGreaterThan(10);
});

const always = [{ from: start, to: null, outFrom: null, outUntil: null }];

test('a day of 25 hours has that many seconds, and the doubled hour is open twice', () => {
  const period = { from: Date.parse('2026-10-29T00:00:00+03:00'), to: Date.parse('2026-10-30T00:00:00+02:00') };
  const openAt = (from: string, to: string) => ({
    timeZone: 'Africa/Cairo',
    week: closedWeek().map(({ name }) => ({ name, periods: [{ start: from, end: to }] })),
    seasons: [],
    holidays: [],
  });
  const sums = (hours: ReturnType<typeof openAt> | null) =>
    sumsOf({ hours: [{ from: start, to: null, schedule: hours }], versions: always, known: [] }, period).open / 3600;
  expect(sums(null)).toBe(25);
  expect(sums(openAt('00:00', '23:59'))).toBe(25);
  expect(sums(openAt('23:00', '23:59'))).toBe(2);
});

test('a schedule that is changed at noon changes what is open from noon on', () => {
  const noon = start + 12 * hour;
  const night = {
    timeZone: 'UTC',
    week: weekdays.map((name) => ({ name, periods: [{ start: '20:00', end: '22:00' }] })),
    seasons: [],
    holidays: [],
  };
  const hours = [
    { from: start, to: noon, schedule: null },
    { from: noon, to: null, schedule: night },
  ];
  expect(openSpans(hours, { from: start, to: start + 24 * hour })).toEqual([
    { from: start, to: noon },
    { from: start + 20 * hour, to: start + 22 * hour },
  ]);
});

test('out of service counts from when that was said, and not before', () => {
  const said = start + 6 * hour;
  const versions = [
    { from: start, to: said, outFrom: null, outUntil: null },
    { from: said, to: null, outFrom: start, outUntil: start + 8 * hour },
  ];
  const hours = [{ from: start, to: null, schedule: null }];
  expect(sumsOf({ hours, versions, known: [] }, { from: start, to: start + 10 * hour }).open).toBe(8 * 3600);
});

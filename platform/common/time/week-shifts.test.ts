import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdays, weekSchedule } from './week-schedule.ts';
import { isOvernight, shiftsOf, weekOfShifts } from './week-shifts.ts';

const night = { start: '22:00', end: '06:00' };
const none = { timeZone: 'UTC', seasons: [], holidays: [] };

test('a night shift of a Friday is one shift and two periods of the schedule', () => {
  const shifts = weekdays.map((name) => (name === 'Friday' ? [{ start: '08:00', end: '12:00' }, night] : []));
  const week = weekOfShifts(shifts);
  expect(week.at(-1)?.periods).toEqual([
    { start: '08:00', end: '12:00' },
    { start: '22:00', end: '23:59' },
  ]);
  expect(week[0]?.periods).toEqual([{ start: '00:00', end: '06:00' }]);
  expect(shiftsOf(week)).toEqual(shifts);
});

test('a shift until midnight ends with its day, and days that are open for 24 hours stay days', () => {
  const midnight = weekOfShifts([[{ start: '18:00', end: '00:00' }], [], [], [], [], [], []]);
  expect(midnight[0]?.periods).toEqual([{ start: '18:00', end: '23:59' }]);
  expect(midnight[1]?.periods).toEqual([]);
  const always = weekdays.map(() => [{ start: '00:00', end: '23:59' }]);
  expect(shiftsOf(weekOfShifts(always))).toEqual(always);
});

test('incomplete shifts stay in their day', () => {
  const typed = [[{ start: '22:00', end: '0' }], [{ start: '', end: '' }], [], [], [], [], []];
  expect(shiftsOf(weekOfShifts(typed))).toEqual(typed);
  expect(isOvernight({ start: '22:00', end: '0' })).toBe(false);
});

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((of) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`);
const periods = fc
  .uniqueArray(clock, { maxLength: 12 })
  .map((times) => [...times].sort())
  .map((times) =>
    Array.from({ length: Math.floor(times.length / 2) }, (_, at) => ({
      start: times[at * 2] as string,
      end: times[at * 2 + 1] as string,
    })),
  );

test('every schedule is unchanged after a conversion to shifts and back', () => {
  const ends = fc.constantFrom({ start: '20:00', end: '23:59' }, { start: '00:00', end: '07:30' });
  const days = fc.tuple(periods, fc.array(ends, { maxLength: 2 })).map(([all, more]) => {
    const free = more.filter((one, at) => more.findIndex((other) => other.start === one.start) === at);
    const inside = all.filter(({ start, end }) => start > '07:30' && end < '20:00');
    return [...inside, ...free].slice(0, 6).sort((a, b) => (a.start < b.start ? -1 : 1));
  });
  fc.assert(
    fc.property(fc.tuple(...weekdays.map(() => days)), (all) => {
      const week = weekdays.map((name, at) => ({ name, periods: all[at] ?? [] }));
      expect(weekSchedule.safeParse({ ...none, week }).success).toBe(true);
      expect(weekOfShifts(shiftsOf(week))).toEqual(week);
    }),
  );
});

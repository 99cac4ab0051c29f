import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Holiday } from '#platform/common/time/week-schedule.ts';
import { awaitingConfirmation, confirmFeast, withHolidays } from './holidays.ts';

const day = (date: string, en: string, expected = true): Holiday => ({
  date,
  name: { en, ar: '' },
  expected,
  periods: [],
});
const feast = [day('2026-03-20', 'Eid'), day('2026-03-21', 'Eid'), day('2026-03-22', 'Eid')];
const dates = (of: readonly Holiday[]) => of.map(({ date, expected }) => [date, expected]);

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-13T21:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('an expected holiday awaits confirmation during the week before it, in the time zone of its schedule', () => {
  const names = (timeZone: string, ...holidays: Holiday[]) =>
    awaitingConfirmation({ timeZone, holidays }).map(({ date }) => date);
  const later = [day('2026-03-21', 'Eid')];
  // In Dubai it is the 14th already.
  expect(names('Asia/Dubai', ...later)).toEqual(['2026-03-21']);
  expect(names('UTC', ...later)).toEqual([]);
  expect(names('UTC', day('2026-03-15', 'Sure', false), day('2026-03-12', 'Over'))).toEqual([]);
});

test('all days of a feast, and only these, are confirmed or moved together', () => {
  const other = [day('2026-03-19', 'Eve'), day('2026-05-27', 'Eid')];
  const before = [...feast, ...other];
  expect(dates(confirmFeast(before, feast[1] as Holiday, 1))).toEqual([
    ['2026-03-19', true],
    ['2026-03-21', false],
    ['2026-03-22', false],
    ['2026-03-23', false],
    ['2026-05-27', true],
  ]);
  expect(dates(confirmFeast(feast, feast[0] as Holiday, 0))).toEqual(feast.map(({ date }) => [date, false]));
  expect(confirmFeast(feast, feast[0] as Holiday, -1)[0]?.date).toBe('2026-03-19');
});

test('a public holiday is not added to a day that already has a holiday', () => {
  const existing = { ...day('2026-03-21', 'Mine', false) };
  expect(withHolidays([existing], feast).map(({ date, name }) => `${date} ${name.en}`)).toEqual([
    '2026-03-20 Eid',
    '2026-03-21 Mine',
    '2026-03-22 Eid',
  ]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysIn, endOfDay, parseDay, periodOf, periodPresets } from './time.ts';

const zone = 'Asia/Dubai'; // UTC+4 all year
const now = '2026-11-18T20:30:00.000Z'; // Thursday 00:30 there, Wednesday in UTC
const local = (text: string) => new Date(`${text}+04:00`).toISOString();

test.each([
  ['last-24-hours', '2026-11-18T00:30', '2026-11-19T00:30'],
  ['last-48-hours', '2026-11-17T00:30', '2026-11-19T00:30'],
  ['last-7-days', '2026-11-12T00:30', '2026-11-19T00:30'],
  ['today', '2026-11-19T00:00', '2026-11-19T00:30'],
  ['yesterday', '2026-11-18T00:00', '2026-11-19T00:00'],
  ['this-week', '2026-11-14T00:00', '2026-11-19T00:30'],
  ['last-week', '2026-11-07T00:00', '2026-11-14T00:00'],
  ['this-month', '2026-11-01T00:00', '2026-11-19T00:30'],
  ['last-month', '2026-10-01T00:00', '2026-11-01T00:00'],
  ['this-year', '2026-01-01T00:00', '2026-11-19T00:30'],
  ['last-year', '2025-01-01T00:00', '2026-01-01T00:00'],
] as const)('%s is counted in days of the time zone', (name, from, to) => {
  expect(periodOf(name, now, zone)).toEqual({ from: local(from), to: local(to) });
});

test('a day that loses an hour still begins at midnight', () => {
  expect(periodOf('yesterday', '2026-03-30T10:00:00Z', 'Europe/Berlin')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(periodOf('this-month', '2026-03-30T10:00:00Z', 'Europe/Berlin').from).toBe('2026-02-28T23:00:00.000Z');
});

test('weeks and days begin at midnight, and weeks on Saturday, in every time zone', () => {
  const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      at,
      fc.constantFrom('Asia/Dubai', 'Asia/Riyadh', 'Europe/Berlin', 'America/New_York', 'UTC'),
      (day, timeZone) => {
        const clock = (instant: string) =>
          new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone }).format(
            new Date(instant),
          );
        for (const name of ['this-week', 'last-week'] as const)
          expect(clock(periodOf(name, day, timeZone).from)).toBe('Sat 00:00');
        expect(clock(periodOf('yesterday', day, timeZone).from)).toMatch(/ 00:00$/);
        expect(periodOf('last-week', day, timeZone).to).toBe(periodOf('this-week', day, timeZone).from);
      },
    ),
  );
});

test('every period preset ends after it begins and has a unique value', () => {
  for (const { name } of periodPresets)
    expect(Date.parse(periodOf(name, now, zone).to)).toBeGreaterThan(Date.parse(periodOf(name, now, zone).from));
  expect(periodPresets.map(({ value }) => value).sort()).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9]);
});

test('the days of a period are rounded up', () => {
  expect(daysIn({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' })).toBe(1);
  expect(daysIn({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:01Z' })).toBe(2);
});

test.each([
  ['31/12/2030', '2030-12-31'],
  ['5/6/2030', '2030-06-05'],
  ['2030-06-05', '2030-06-05'],
  ['٠٥/٠٦/٢٠٣٠', '2030-06-05'],
  ['5.6.2030', '2030-06-05'],
  ['30/02/2030', null],
  ['12/31/2030', null],
  ['tomorrow', null],
])('the typed date %s is parsed as %s', (typed, day) => expect(parseDay(typed)).toBe(day));

test('a day ends at its end in the time zone', () => {
  expect(endOfDay('2030-12-31', zone)).toBe('2030-12-31T19:59:59.000Z');
  expect(endOfDay('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T22:59:59.000Z');
});

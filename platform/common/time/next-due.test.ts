import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDue, type Repeats } from './next-due.ts';

const daily = (...times: string[]): Repeats => ({ frequency: 'daily', times });
const due = (plan: Repeats, after: string, zone: string) => nextDue(plan, new Date(after), zone).toISOString();

describe('what repeats daily', () => {
  test('keeps its wall-clock time across changes of daylight saving time', () => {
    // Berlin: UTC+1 until 29 March 2026, UTC+2 until 25 October.
    expect(due(daily('08:00'), '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
    expect(due(daily('08:00'), '2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T07:00:00.000Z');
    expect(due(daily('08:00'), '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z');
  });

  test('is due later by the skipped time on the day when the clocks skip its time', () => {
    const first = due(daily('02:30'), '2026-03-28T12:00:00Z', 'Europe/Berlin');
    expect(first).toBe('2026-03-29T01:30:00.000Z');
    expect(due(daily('02:30'), first, 'Europe/Berlin')).toBe('2026-03-30T00:30:00.000Z');
  });

  test('is due at the first occurrence on the day when the clocks repeat its time', () => {
    const first = due(daily('02:30'), '2026-10-24T12:00:00Z', 'Europe/Berlin');
    expect(first).toBe('2026-10-25T00:30:00.000Z');
    expect(due(daily('02:30'), first, 'Europe/Berlin')).toBe('2026-10-26T01:30:00.000Z');
  });

  test('is due at midnight of its time zone, also if the clocks skip it', () => {
    // Cairo goes from 00:00 to 01:00 on the last Friday of April.
    expect(due(daily('00:00'), '2026-04-23T12:00:00Z', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
    expect(due(daily('00:00'), '2026-04-23T22:00:00Z', 'Africa/Cairo')).toBe('2026-04-24T21:00:00.000Z');
    expect(due(daily('20:00'), '2026-06-01T16:00:00Z', 'Asia/Dubai')).toBe('2026-06-02T16:00:00.000Z');
  });
});

test('what repeats weekly is due on its days only', () => {
  const plan: Repeats = { frequency: 'weekly', times: ['07:00'], weekDays: [0, 3] };
  // 21 November 2026 is a Saturday.
  expect(due(plan, '2026-11-21T10:00:00Z', 'Asia/Dubai')).toBe('2026-11-22T03:00:00.000Z');
  expect(due(plan, '2026-11-22T03:00:00Z', 'Asia/Dubai')).toBe('2026-11-25T03:00:00.000Z');
});

test('what repeats monthly is due on the last day of shorter months', () => {
  const plan: Repeats = { frequency: 'monthly', times: ['09:00'], dayOfMonth: 31 };
  expect(due(plan, '2027-01-31T05:00:00Z', 'Asia/Dubai')).toBe('2027-02-28T05:00:00.000Z');
  expect(due(plan, '2027-02-28T05:00:00Z', 'Asia/Dubai')).toBe('2027-03-31T05:00:00.000Z');
});

test('what is due several times a day is due at the first of them that is to come', () => {
  const plan = daily('18:00', '07:00');
  const first = due(plan, '2026-11-21T00:00:00Z', 'Asia/Dubai');
  expect([first, due(plan, first, 'Asia/Dubai')]).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-21T14:00:00.000Z']);
});

test('what repeats by quarters or years is due in its month only', () => {
  const quarterly: Repeats = { frequency: 'quarterly', times: ['06:00'], dayOfMonth: 1, month: 2 };
  expect(due(quarterly, '2026-11-21T00:00:00Z', 'UTC')).toBe('2027-02-01T06:00:00.000Z');
  const yearly: Repeats = { frequency: 'yearly', times: ['06:00'], dayOfMonth: 29, month: 2 };
  expect(due(yearly, '2027-03-01T00:00:00Z', 'UTC')).toBe('2028-02-29T06:00:00.000Z');
  expect(due(yearly, '2028-02-29T06:00:00Z', 'UTC')).toBe('2029-02-28T06:00:00.000Z');
});

test('the next due time is in the future, of what repeats daily within 26 hours', () => {
  const zones = fc.constantFrom(
    'Asia/Dubai',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
  );
  const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, times, instants, (zone, [hour, minute], after) => {
      const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
      const pause = nextDue(daily(time), after, zone).getTime() - after.getTime();
      expect(pause).toBeGreaterThan(0);
      expect(pause).toBeLessThanOrEqual(26 * 3_600_000);
    }),
  );
});

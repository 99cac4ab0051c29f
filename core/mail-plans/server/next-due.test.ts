import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MailTime } from '../common/mail-plan.ts';
import { nextDue } from './next-due.ts';

const daily = (time: string): MailTime => ({ frequency: 'daily', time, weekDays: [], dayOfMonth: 1 });
const due = (plan: MailTime, after: string, zone: string) => nextDue(plan, new Date(after), zone).toISOString();

describe('a daily mail plan', () => {
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

test('a weekly mail plan is due on its days only', () => {
  const plan: MailTime = { frequency: 'weekly', time: '07:00', weekDays: [0, 3], dayOfMonth: 1 };
  // 21 November 2026 is a Saturday.
  expect(due(plan, '2026-11-21T10:00:00Z', 'Asia/Dubai')).toBe('2026-11-22T03:00:00.000Z');
  expect(due(plan, '2026-11-22T03:00:00Z', 'Asia/Dubai')).toBe('2026-11-25T03:00:00.000Z');
});

test('a monthly mail plan is due on the last day of shorter months', () => {
  const plan: MailTime = { frequency: 'monthly', time: '09:00', weekDays: [], dayOfMonth: 31 };
  expect(due(plan, '2027-01-31T05:00:00Z', 'Asia/Dubai')).toBe('2027-02-28T05:00:00.000Z');
  expect(due(plan, '2027-02-28T05:00:00Z', 'Asia/Dubai')).toBe('2027-03-31T05:00:00.000Z');
});

test('the next due time of any plan is in the future, of a daily one within 26 hours', () => {
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

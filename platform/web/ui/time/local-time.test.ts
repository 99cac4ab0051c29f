import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { instantAt } from '../calendar/calendar-time.ts';
import { changedInstant, localInstant, localTime } from './local-time.ts';

const zone = 'Africa/Cairo';
beforeEach(() => {
  const me = testMe();
  const company = { id: 7, name: 'Nile', type: 'Customer' as const, timeZone: zone };
  sessionStore.set({ me: { ...me, user: { ...me.user, company } }, index: {} });
});
afterEach(() => sessionStore.set({ me: null, index: {} }));

test('a form reads each time of the year as the calendar does, in the zone of the company', () => {
  const differing: string[] = [];
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 1_800_000) {
    const local = new Date(at).toISOString().slice(0, 16);
    if (localInstant(local) !== instantAt(local, zone)) differing.push(local);
  }
  expect(differing).toEqual([]);
  expect(localInstant('')).toBeUndefined();
});

test('a window whose form is saved unchanged keeps its times, even in the hour that occurs twice', () => {
  // Summer time ends in Cairo at this instant: the clocks show 23:30 half an hour before and after it.
  const end = Date.parse('2026-10-29T21:00:00.000Z');
  const [first, second] = [end - 1_800_000, end + 1_800_000];
  expect([localTime(first), localTime(second)]).toEqual(['2026-10-29T23:30', '2026-10-29T23:30']);
  for (const at of [first, second, second + 45_000]) {
    const before = new Date(at).toISOString();
    expect(changedInstant(localTime(at), before)).toBe(before);
  }
  expect(changedInstant('2026-10-30T08:00', new Date(second).toISOString())).toBe('2026-10-30T06:00:00.000Z');
});

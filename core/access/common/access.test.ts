import { describe, expect, test } from 'vitest';
import { closedWeek, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import { codesClash, freeSlots, isWeakCode } from './codes.ts';
import { nextEdge, opensAt, stateAt } from './grant-state.ts';

const at = (text: string) => Date.parse(text);
/** 22:00 to 06:00 each night in Dubai, closed on the night of a holiday. */
const nights: WeekSchedule = {
  timeZone: 'Asia/Dubai',
  week: closedWeek().map((day) => ({
    ...day,
    periods: [
      { start: '00:00', end: '06:00' },
      { start: '22:00', end: '23:59' },
    ],
  })),
  seasons: [],
  holidays: [{ date: '2026-12-02', name: { en: 'National Day', ar: '' }, expected: false, periods: [] }],
};
const grant = { from: at('2026-11-01T00:00:00Z'), to: at('2026-12-31T00:00:00Z'), hours: nights, windows: null };

describe('when a grant allows to open', () => {
  test('a night grant opens on both sides of midnight, not a second after its end, and not on a holiday', () => {
    const times = [
      '2026-11-10T23:59:30+04:00',
      '2026-11-11T00:00:30+04:00',
      '2026-11-11T06:00:01+04:00',
      '2026-12-02T23:00:00+04:00',
    ];
    expect(times.map((time) => opensAt(grant, at(time)))).toEqual([true, true, false, false]);
  });

  test('the next edge of a night grant is the end of the night', () => {
    expect(nextEdge(grant, at('2026-11-10T23:59:30+04:00'))).toBe(at('2026-11-11T06:00:00+04:00'));
  });

  test('a grant that has not begun changes at its beginning, whatever its hours', () => {
    expect(nextEdge(grant, grant.from - 10 * 86_400_000)).toBe(grant.from);
  });

  test('a grant with windows opens within them alone, and each of their ends is an edge', () => {
    const windows = [
      { from: at('2026-11-10T08:00:00Z'), to: at('2026-11-10T09:00:00Z') },
      { from: at('2026-11-12T08:00:00Z'), to: at('2026-11-12T09:00:00Z') },
    ];
    const times = { from: at('2026-11-10T08:00:00Z'), to: at('2026-11-12T09:00:00Z'), hours: null, windows };
    expect(opensAt(times, at('2026-11-10T08:59:59Z'))).toBe(true);
    expect(opensAt(times, at('2026-11-10T09:00:00Z'))).toBe(false);
    expect(nextEdge(times, at('2026-11-10T09:00:00Z'))).toBe(at('2026-11-12T08:00:00Z'));
    expect(nextEdge(times, at('2026-11-12T09:00:00Z'))).toBeNull();
  });

  test('a grant is pending before it begins and ended from its end on', () => {
    const states = [grant.from - 1, grant.from, grant.to - 1, grant.to].map((time) => stateAt(grant, time));
    expect(states).toEqual(['pending', 'active', 'active', 'ended']);
    const always = { ...grant, hours: null };
    expect([grant.from - 1, grant.from, grant.to - 1, grant.to].map((time) => opensAt(always, time))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('codes', () => {
  test('runs, repeated digits, years and the end of the serial number are weak', () => {
    const weak = ['111111', '123456', '987654', '201906', '541985', '4831'];
    expect(weak.map((code) => isWeakCode(code, '70B3D5E44831'))).toEqual([true, true, true, true, true, true]);
    expect(isWeakCode('738246', '70B3D5E400A1')).toBe(false);
    expect(isWeakCode('4831', '70B3D5483102')).toBe(false);
  });

  test('two codes clash that are equal, differ in one digit, or begin alike on a lock without an enter key', () => {
    expect([codesClash('731946', '731946', false), codesClash('731946', '731945', false)]).toEqual([true, true]);
    expect([codesClash('7319', '731946', false), codesClash('7319', '731946', true)]).toEqual([false, true]);
    expect(codesClash('731946', '731955', false)).toBe(false);
  });

  test('a tenth of the slots is kept for codes that are used once', () => {
    expect([freeSlots(250, 224, 'fulltime'), freeSlots(250, 224, 'onetime')]).toEqual([0, 25]);
    // Of 25 slots three are kept, and one is that of the master code.
    expect([freeSlots(25, 0, 'fulltime'), freeSlots(25, 0, 'onetime'), freeSlots(25, 30, 'fulltime')]).toEqual([
      21, 24, 0,
    ]);
  });
});

import { expect, test } from 'vitest';
import { expirySeverity, nextLook } from './paper-alarms.ts';

test('papers become more urgent a month, a week and a day before they expire', () => {
  expect([31, 30, 29, 8, 7, 2, 1, 0, -1].map(expirySeverity)).toEqual([
    ...[null, null, 'ok', 'ok', 'poor', 'poor', 'problem', 'problem', 'problem'],
  ]);
});

test('they are looked at again on the next morning on which something changes', () => {
  const at = (today: string) => {
    const wall = nextLook('2026-12-31', today);
    return wall === null ? null : new Date(wall).toISOString().slice(0, 16);
  };
  expect(at('2026-11-01')).toBe('2026-12-02T08:00');
  expect(at('2026-12-02')).toBe('2026-12-24T08:00');
  expect(at('2026-12-25')).toBe('2026-12-30T08:00');
  expect(at('2026-12-31')).toBe('2027-01-01T08:00');
  expect(at('2027-01-01')).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import { type Clock, defaultServiceLevel, duesOf } from '../common/service-level.ts';

const level = defaultServiceLevel('Asia/Dubai', ['Saturday', 'Sunday']);
const at = (text: string) => Date.parse(`${text}:00+04:00`);
const clock = (more: Partial<Clock> = {}): Clock => ({
  priority: 'normal',
  // A Friday.
  createdAt: at('2026-11-20T17:30'),
  pausedMs: 0,
  replied: false,
  step: 0,
  ...more,
});
const dues = (more: Partial<Clock> = {}) => duesOf(level, clock(more));

describe('the clock of a ticket', () => {
  test('counts only working time of the desk: half an hour on Friday, and the rest from Monday on', () => {
    expect(dues().reply).toBe(at('2026-11-23T16:30'));
    expect(dues({ priority: 'urgent' }).reply).toBe(at('2026-11-23T08:30'));
  });

  test('is extended by the time for which it was stopped', () => {
    expect(dues({ pausedMs: 2 * hourMs }).reply).toBe(at('2026-11-24T08:30'));
  });

  test('has steps at four fifths, the whole and twice the target, and none after that', () => {
    expect([0, 1, 2, 3].map((step) => dues({ priority: 'urgent', step }).next)).toEqual([
      at('2026-11-23T08:18'),
      at('2026-11-23T08:30'),
      at('2026-11-23T09:30'),
      null,
    ]);
  });

  test('runs to the solution once the desk has replied', () => {
    expect(dues({ priority: 'urgent', replied: true, step: 1 }).next).toBe(dues({ priority: 'urgent' }).solve);
  });

  test('respects the weekend of the desk', () => {
    const riyadh = defaultServiceLevel('Asia/Riyadh', ['Friday', 'Saturday']);
    expect(duesOf(riyadh, clock()).reply).toBe(Date.parse('2026-11-22T17:00:00+03:00'));
  });
});

import { expect, test } from 'vitest';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import type { Deliverable } from './due-notifications.ts';
import { quietUntil } from './message-limits.ts';

const nights = weekdays.map((name) => ({
  name,
  periods: [
    { start: '00:00', end: '06:00' },
    { start: '22:00', end: '23:59' },
  ],
}));
const deliverable = (severity: string, timeZone: string) =>
  ({
    due: { severity, quiet: { week: nights, exempt: 'problem' } },
    contact: { timeZone },
  }) as unknown as Deliverable;

test.each([
  ['Asia/Dubai', '2026-03-01T18:30:00Z', '2026-03-02T02:00:00.000Z'],
  ['Asia/Riyadh', '2026-03-01T18:30:00Z', null],
  ['Asia/Riyadh', '2026-03-01T19:00:00Z', '2026-03-02T03:00:00.000Z'],
])('quiet hours from 22:00 to 06:00 hold in the zone %s of the person at %s until %s', (zone, at, until) => {
  expect(quietUntil(deliverable('poor', zone), new Date(at))?.toISOString() ?? null).toBe(until);
});

test('quiet hours do not hold alarms of the exempt severity', () => {
  expect(quietUntil(deliverable('problem', 'Asia/Dubai'), new Date('2026-03-01T20:00:00Z'))).toBeNull();
});

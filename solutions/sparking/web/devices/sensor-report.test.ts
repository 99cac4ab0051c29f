import { expect, test } from 'vitest';
import { isHeard, missingOf, reportedState } from './sensor-report.ts';

type Device = Parameters<typeof missingOf>[0];
const value = (sensor: string, now: boolean): Device['values'][number] => ({
  ...{ sensor, sensorId: 1, unit: '', kind: 'boolean', decimals: 0, counter: false, value: now, time: null },
});
const device = (changes: Partial<Device> = {}): Device => ({
  ...{ lastSeenAt: null, suspended: false, token: 'active', values: [] },
  ...changes,
});
const before = '2026-11-29T08:00:00.123Z';
const after = '2026-11-29T08:00:04.000Z';

test('only what is heard after the pairing is its report', () => {
  expect(isHeard(device(), null)).toBe(false);
  expect(isHeard(device({ lastSeenAt: before }), '2026-11-29T08:00:00.123456+00:00')).toBe(false);
  expect(isHeard(device({ lastSeenAt: after }), before)).toBe(true);
  expect(isHeard(device({ lastSeenAt: after }), null)).toBe(true);
});

test('what it says of its bay is unknown while it says nothing', () => {
  expect([device(), device({ values: [value('occupied', false)] })].map(reportedState)).toEqual([null, 'free']);
  expect(reportedState(device({ values: [value('occupied', true)] }))).toBe('occupied');
});

test('what keeps a report from being shown is said at once, silence only after a while', () => {
  const now = (changes: Partial<Device>, late = false) => missingOf(device(changes), { heardAt: before, late });
  expect(now({ lastSeenAt: before })).toEqual([]);
  expect(now({ lastSeenAt: before }, true)).toEqual(['silent']);
  expect(now({}, true)).toEqual(['never-heard']);
  expect(now({ token: 'not-activated', suspended: true })).toEqual(['suspended', 'no-subscription']);
  expect(now({ lastSeenAt: after, values: [value('calibrating', true)] }, true)).toEqual(['calibrating']);
  expect(now({ lastSeenAt: after }, true)).toEqual([]);
});

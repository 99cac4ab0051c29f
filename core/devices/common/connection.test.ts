import { expect, test } from 'vitest';
import { nextWake, shownConnection } from './connection.ts';

const seen = Date.parse('2026-05-04T14:00:00Z');
const padlock = { connection: 'sleeping', lastSeenAt: new Date(seen).toISOString(), reportEverySeconds: 600 } as const;
const minutes = (count: number) => seen + count * 60_000;

test('a device is not offline before its first message: in the inventory it is not installed, elsewhere never connected', () => {
  const device = { connection: 'offline' as const, state: 'inventory', lastSeenAt: null };
  expect(shownConnection(device)).toBe('not-installed');
  expect(shownConnection({ ...device, lastSeenAt: new Date(0).toISOString() })).toBe('offline');
  expect(shownConnection({ ...device, state: 'installed' })).toBe('never-connected');
});

test('a sleeping device wakes one interval after its last message', () => {
  expect(nextWake(padlock, minutes(1))).toBe('2026-05-04T14:10:00.000Z');
});

test('a sleeping device that missed an interval wakes at the next one', () => {
  expect(nextWake(padlock, minutes(11))).toBe('2026-05-04T14:20:00.000Z');
});

test('a device that does not sleep has no time of waking', () => {
  expect(nextWake({ ...padlock, connection: 'online' }, minutes(1))).toBeNull();
  expect(nextWake({ ...padlock, connection: 'offline' }, minutes(1))).toBeNull();
  expect(nextWake({ ...padlock, lastSeenAt: null }, minutes(1))).toBeNull();
});

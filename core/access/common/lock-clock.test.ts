import { expect, test } from 'vitest';
import { clockTolerance, zoneErrorOf } from './lock-clock.ts';

const hour = 3600;

test('a clock that is off by whole hours, within the tolerance of clocks, has a wrong time zone', () => {
  expect([hour, -4 * hour, 14 * hour].map(zoneErrorOf)).toEqual([1, -4, 14]);
  expect([hour + clockTolerance, hour - clockTolerance].map(zoneErrorOf)).toEqual([1, 1]);
});

test('a clock that is right, off by another amount or by more than there are zones has no wrong time zone', () => {
  expect([0, 30, hour + clockTolerance + 1, hour / 2, 15 * hour].map(zoneErrorOf)).toEqual([0, 0, 0, 0, 0]);
});

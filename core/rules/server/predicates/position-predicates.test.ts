import { expect, test } from 'vitest';
import type { Condition } from '../../common/condition.ts';
import type { DeviceFacts, FenceFact, PlaceFact } from './compiled-condition.ts';
import { compile } from './predicate.ts';
import { noFacts } from './test-facts.ts';

/** What a device knows of its position. */
const at = (place: PlaceFact | undefined, fences: readonly FenceFact[] = []): DeviceFacts => ({
  ...noFacts,
  fences: () => (place ? fences : undefined),
  place: () => place,
});
const holds = (condition: Condition, facts: DeviceFacts) => compile(condition, () => undefined).test(facts, false);
const near: PlaceFact = { speed: 50, away: 0 };
const fence = (id: number, inside: boolean, more: object = {}): FenceFact => ({
  id,
  name: `Fence ${id}`,
  inside,
  event: true,
  limit: null,
  ...more,
});

test('a device without a speed is neither slow nor fast', () => {
  const slow: Condition = { position: 'slower', than: 20 };
  expect(holds(slow, at({ ...near, speed: 19.9 }))).toBe(true);
  expect(holds(slow, at({ ...near, speed: 20 }))).toBe(false);
  expect(holds(slow, at({ ...near, speed: null }))).toBeUndefined();
  expect(holds(slow, at(undefined))).toBeUndefined();
});

test('a device is outside of a geofence that it never entered, or of all', () => {
  const outside = (geofenceId: number | null): Condition => ({ place: 'outside', geofenceId });
  expect(holds(outside(1), at(near))).toBe(true);
  expect(holds(outside(1), at(near, [fence(1, false), fence(2, true)]))).toBe(true);
  expect(holds(outside(1), at(near, [fence(1, true)]))).toBe(false);
  expect(holds(outside(null), at(near, [fence(1, false)]))).toBe(true);
  expect(holds(outside(null), at(near, [fence(2, true)]))).toBe(false);
});

test('a coarse position does not show that a device is outside', () => {
  expect(holds({ place: 'outside', geofenceId: 1 }, at({ speed: null, away: null }))).toBeUndefined();
  expect(holds({ place: 'outside', geofenceId: 1 }, at(undefined))).toBeUndefined();
});

test('the lowest speed limit of the geofences around a device applies', () => {
  const over = (speed: number | null, ...fences: FenceFact[]) =>
    holds({ limit: 'fence', over: 5 }, at({ ...near, speed }, fences));
  const [port, gate] = [fence(1, true, { limit: 40 }), fence(2, true, { limit: 30 })];
  expect([over(45, port), over(45.1, port)]).toEqual([false, true]);
  expect([over(35.1, port, gate), over(35.1, gate, port)]).toEqual([true, true]);
  expect(over(200, { ...port, inside: false }, fence(3, true))).toBe(false);
  expect(over(null, port)).toBeUndefined();
  expect(over(null, fence(3, true))).toBe(false);
  expect(holds({ limit: 'fence', over: 5 }, at(undefined))).toBeUndefined();
});

test('a device without a wearer has no known person, and the past is not known', () => {
  const worn = (person: number | null | undefined) =>
    holds({ person: 'unknown' }, { ...at(undefined), person: () => person });
  expect([worn(null), worn(7), worn(undefined)]).toEqual([true, false, undefined]);
});

import { expect, test } from 'vitest';
import type { MovingThing } from '../../common/moving.ts';
import { countsOf, foundThings } from './found-things.ts';

const thing = (id: number, name: string, more: Partial<MovingThing> = {}): MovingThing => ({
  ...{ id, name, lat: 25, lng: 55, speed: null, heading: null, at: 0, state: 'stopped', worst: null },
  ...more,
});
const all = { search: '', filter: 'all', near: null } as const;
const ids = (found: { thing: MovingThing }[]) => found.map(({ thing: { id } }) => id);

const things = [
  thing(1, 'Van 10', { state: 'moving' }),
  thing(2, 'Van 9', { lat: 26 }),
  thing(3, 'شاحنة أحمد', { worst: 'poor', lat: 25.1 }),
  thing(4, 'Truck', { state: 'offline', worst: 'problem' }),
];

test('the worst alarms come first, then names with numbers in order', () => {
  expect(ids(foundThings(things, all))).toEqual([4, 3, 2, 1]);
});

test('a thing is found by its name without accents and letter forms, by its state and by its alarms', () => {
  expect(ids(foundThings(things, { ...all, search: 'احمد' }))).toEqual([3]);
  expect(ids(foundThings(things, { ...all, filter: 'moving' }))).toEqual([1]);
  expect(ids(foundThings(things, { ...all, filter: 'problem' }))).toEqual([4, 3]);
});

test('the nearest to a place comes first, with its distance', () => {
  const found = foundThings(things, { ...all, near: { lat: 25.1, lng: 55 } });
  expect(ids(found)[0]).toBe(3);
  expect(ids(found).at(-1)).toBe(2);
  expect(found[0]?.metres).toBe(0);
  expect(found[1]?.metres).toBeCloseTo(11_119, -2);
});

test('each filter is counted', () => {
  expect(countsOf(things)).toEqual({ all: 4, problem: 2, moving: 1, idle: 0, stopped: 2, offline: 1 });
});

import { expect, test } from 'vitest';
import { itemsOfRow } from './row-items.ts';

const spots = (items: ReturnType<typeof itemsOfRow>) => items.map(({ refId, x, y }) => [refId, x, y]);

test('a row places its bays at equal distances from start to end, side by side', () => {
  const row = itemsOfRow([7, 8, 9], { start: { x: 0.1, y: 0.5 }, end: { x: 0.3, y: 0.5 }, turn: 0 }, 0.5);
  expect(spots(row)).toEqual([
    [7, 0.1, 0.5],
    [8, 0.2, 0.5],
    [9, 0.3, 0.5],
  ]);
  expect(row[0]?.turn).toBe(0);
  // The bays do not cover each other.
  const [left, right] = [row[0]?.outline?.[1], row[1]?.outline?.[0]];
  expect(0.1 + (left?.x ?? 0)).toBeLessThan(0.2 + (right?.x ?? 0));
});

test('a row that goes down the plan turns its bays with it, and by what is asked besides', () => {
  const line = { start: { x: 0.5, y: 0.1 }, end: { x: 0.5, y: 0.9 } };
  expect(itemsOfRow([1, 2], { ...line, turn: 0 }, 1).map(({ turn }) => turn)).toEqual([90, 90]);
  expect(itemsOfRow([1, 2], { ...line, turn: -45 }, 1)[0]?.turn).toBe(45);
  expect(itemsOfRow([1, 2], { start: line.end, end: line.start, turn: 0 }, 1)[0]?.turn).toBe(270);
});

test('a single bay is placed at the start', () => {
  const [only] = itemsOfRow([4], { start: { x: 0.2, y: 0.3 }, end: { x: 0.9, y: 0.9 }, turn: 15 }, 1);
  expect(only).toMatchObject({ refId: 4, x: 0.2, y: 0.3, turn: 15 });
});

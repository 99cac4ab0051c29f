import { describe, expect, test } from 'vitest';
import { floorNamesFault, floorsBetween, maxFloors } from './floor-names.ts';

const patterns = { above: 'Level #', ground: 'Ground', below: 'Basement #' };
const names = (from: number, to: number) => floorsBetween(from, to, patterns, []).map((floor) => floor.name);

describe('floors between two levels', () => {
  test('are named by their pattern, the lowest first, in either order of the levels', () => {
    const expected = ['Basement 2', 'Basement 1', 'Ground', 'Level 1'];
    expect(names(-2, 1)).toEqual(expected);
    expect(names(1, -2)).toEqual(expected);
  });

  test('are marked as existing by level or by name', () => {
    const existing = [
      { name: 'Lobby', level: 0 },
      { name: 'Level 2', level: 7 },
    ];
    expect(floorsBetween(0, 3, patterns, existing).map((floor) => floor.exists)).toEqual([true, false, true, false]);
  });

  test('are limited to what the server accepts in one call', () => {
    expect(floorsBetween(-20, 300, patterns, [])).toHaveLength(maxFloors);
  });
});

test.each([
  [[], 'none'],
  [[{ name: '', level: 1 }], 'unnamed'],
  [
    [
      { name: 'Level', level: 1 },
      { name: 'Level', level: 2 },
    ],
    'twice',
  ],
  [[{ name: 'Level 1', level: 1 }], null],
])('the floors %j have the fault %s', (floors, expected) => {
  expect(floorNamesFault(floors)).toBe(expected);
});

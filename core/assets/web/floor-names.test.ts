import { describe, expect, test } from 'vitest';
import { faultOf, floorsBetween, mostFloors } from './floor-names.ts';

const patterns = { above: 'Level #', ground: 'Ground', below: 'Basement #' };
const names = (from: number, to: number) => floorsBetween(from, to, patterns, []).map((one) => one.name);

describe('floors between two levels', () => {
  test('are named by pattern, the lowest first, whichever level was said first', () => {
    const expected = ['Basement 2', 'Basement 1', 'Ground', 'Level 1'];
    expect(names(-2, 1)).toEqual(expected);
    expect(names(1, -2)).toEqual(expected);
  });

  test('that are there already are told apart, by level or by name', () => {
    const known = [
      { name: 'Lobby', level: 0 },
      { name: 'Level 2', level: 7 },
    ];
    expect(floorsBetween(0, 3, patterns, known).map((one) => one.exists)).toEqual([true, false, true, false]);
  });

  test('are as many as the server takes at once', () => {
    expect(floorsBetween(-20, 300, patterns, [])).toHaveLength(mostFloors);
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
])('%j: %s', (floors, expected) => {
  expect(faultOf(floors)).toBe(expected);
});

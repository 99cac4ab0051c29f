import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LayoutItem } from '../../common/layout-item.ts';
import { lookColours, patternOf } from '../../common/look.ts';
import {
  cornerAt,
  isInside,
  keyOf,
  movedTogether,
  nextIn,
  spotOfCorner,
  turnedBy,
  withCornerAfter,
} from './item-math.ts';
import { afterStep, noPast, type Past, reversed, type Step, withRedo, withStep, withUndo } from './item-steps.ts';

const item = (refId: number, x: number, y: number): LayoutItem => ({
  ...{ id: refId, app: 'places', kind: 'space', refId, name: `Bay ${refId}`, spaceKind: 'bay', look: null },
  ...{ x, y, turn: 0, outline: null },
});
const row = [item(1, 0.1, 0.5), item(2, 0.2, 0.5), item(3, 0.3, 0.52), item(4, 0.2, 0.9)];
const spotsOf = (items: readonly LayoutItem[]) => items.map(({ x, y }) => [x, y]);

test('any two colours have different patterns, for people who see no colours', () => {
  expect(new Set(lookColours.map(patternOf)).size).toBe(lookColours.length);
});

describe('items that are moved together', () => {
  test('stop at the edge as a group, so that their distances stay', () => {
    expect(spotsOf(movedTogether(row.slice(0, 2), { x: -0.5, y: 0.1 }))).toEqual([
      [0, 0.6],
      [0.1, 0.6],
    ]);
  });
  test('are back where they were after opposite ways inside the picture', () => {
    const way = fc.record({ x: fc.integer({ min: -100, max: 100 }), y: fc.integer({ min: -100, max: 100 }) });
    fc.assert(
      fc.property(way, ({ x, y }) => {
        const by = { x: x / 1000, y: y / 1000 };
        const there = movedTogether(row, by);
        expect(spotsOf(movedTogether(there, { x: -by.x, y: -by.y }))).toEqual(spotsOf(row));
      }),
    );
  });
});

test('arrow keys follow a row and go to the nearest item of the next one', () => {
  const next = (from: number, key: string) => nextIn(row, row[from - 1] as LayoutItem, key, 1)?.refId;
  expect([next(1, 'ArrowRight'), next(2, 'ArrowRight'), next(3, 'ArrowRight')]).toEqual([2, 3, undefined]);
  expect([next(2, 'ArrowDown'), next(4, 'ArrowUp'), next(1, 'Enter')]).toEqual([4, 2, undefined]);
});

test('a lasso holds what is inside its line, also of a line with a bay', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 0.2 },
    { x: 0, y: 1 },
  ];
  expect(
    [
      { x: 0.5, y: 0.1 },
      { x: 0.5, y: 0.6 },
      { x: 0.05, y: 0.8 },
    ].map((spot) => isInside(spot, line)),
  ).toEqual([true, false, true]);
});

test('a corner that is moved on a turned item stays where it was put', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 1, max: 30 }), (turn, tenths) => {
      const placed = { x: 0.5, y: 0.5, turn };
      const spot = spotOfCorner(placed, cornerAt(placed, { x: 0.6, y: 0.45 }, tenths / 10), tenths / 10);
      expect(spot.x).toBeCloseTo(0.6, 3);
      expect(spot.y).toBeCloseTo(0.45, 2);
    }),
  );
  expect(turnedBy([{ turn: 350 }, { turn: 5 }], 15)).toEqual([{ turn: 5 }, { turn: 20 }]);
  expect(
    withCornerAfter(
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
      2,
    )[3],
  ).toEqual({ x: 0.5, y: 0.5 });
});

test('moves, removals, undo and redo in any order leave what a history of whole plans leaves', () => {
  const command = fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      mask: fc.integer({ min: 1, max: 15 }),
      x: fc.integer({ min: -400, max: 400 }),
    }),
    fc.record({ kind: fc.constant('remove' as const), mask: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ kind: fc.constant('undo' as const) }),
    fc.record({ kind: fc.constant('redo' as const) }),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      let items: readonly LayoutItem[] = row;
      let past: Past = noPast;
      // The model keeps whole plans.
      const plans: (readonly LayoutItem[])[] = [row];
      let at = 0;
      const inOrder = (all: readonly LayoutItem[]) => [...all].sort((a, b) => a.refId - b.refId);
      for (const one of commands) {
        if (one.kind === 'undo' || one.kind === 'redo') {
          const step = one.kind === 'undo' ? past.done.at(-1) : past.undone.at(-1);
          if (!step) continue;
          items = afterStep(items, one.kind === 'undo' ? reversed(step) : step);
          past = one.kind === 'undo' ? withUndo(past) : withRedo(past);
          at += one.kind === 'undo' ? -1 : 1;
        } else {
          const chosen = items.filter(({ refId }) => one.mask & (1 << (refId - 1)));
          if (chosen.length === 0) continue;
          const moved = one.kind === 'move' ? movedTogether(chosen, { x: one.x / 1000, y: 0 }) : [];
          const step: Step = chosen.map((before, n) => ({ before, after: moved[n] ?? null }));
          items = afterStep(items, step);
          past = withStep(past, step);
          plans.splice(at + 1, Infinity, items);
          at += 1;
        }
        expect(inOrder(items)).toEqual(inOrder(plans[at] ?? []));
      }
      expect(new Set(items.map(keyOf)).size).toBe(items.length);
    }),
  );
});

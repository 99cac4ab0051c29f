import { expect, test } from 'vitest';
import { arranged, type EditedWidget, exchanged, firstFit, inReadingOrder, movedWidget, resized } from './layout.ts';

const widget = (key: number, x: number, y: number, w = 6, h = 2): EditedWidget => ({
  key,
  kind: `kind-${key}`,
  x,
  y,
  w,
  h,
  options: {},
});
const places = (widgets: readonly EditedWidget[]) => widgets.map(({ x, y, w, h }) => [x, y, w, h]);
const overlapping = (widgets: readonly EditedWidget[]) =>
  widgets.some((a, n) =>
    widgets.slice(n + 1).some((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );

test('a widget that moves onto another pushes it down, and leaves its neighbours where they are', () => {
  const after = movedWidget([widget(1, 0, 0), widget(2, 6, 0), widget(3, 14, 0)], 1, 4, 0);
  expect(places(after)).toEqual([
    [4, 0, 6, 2],
    [6, 2, 6, 2],
    [14, 0, 6, 2],
  ]);
});

test('a widget stops at the edges of the board, where nothing changes', () => {
  const before = [widget(1, 0, 0)];
  expect(movedWidget(before, 1, -1, 0)).toBe(before);
  expect(movedWidget(before, 1, 0, -1)).toBe(before);
  expect(places(movedWidget(before, 1, 99, 0))).toEqual([[16, 0, 6, 2]]);
});

test('a widget is never smaller than its minimum size nor wider than the board', () => {
  const before = [widget(1, 10, 0)];
  expect(resized(before, 1, -1, -1, [6, 2])).toBe(before);
  expect(places(resized(before, 1, 99, 1, [6, 2]))).toEqual([[10, 0, 12, 3]]);
});

test('widgets of one row exchange their places in the reading order', () => {
  const before = [widget(1, 0, 0), widget(2, 6, 0), widget(3, 12, 0)];
  const order = (widgets: readonly EditedWidget[]) => inReadingOrder(widgets).map(({ key }) => key);
  expect(order(exchanged(before, 1, 1))).toEqual([2, 1, 3]);
  expect(order(exchanged(before, 3, -1))).toEqual([1, 3, 2]);
  expect(exchanged(before, 1, -1)).toBe(before);
});

test('widgets below each other and of different sizes exchange their places without an overlap', () => {
  const before = [widget(1, 0, 0, 22, 1), widget(2, 0, 1, 13, 2), widget(3, 13, 1, 9, 2)];
  const after = exchanged(before, 2, -1);
  expect(inReadingOrder(after)[0]?.key).toBe(2);
  expect(overlapping(after)).toBe(false);
});

test('a new widget is put at the first place with room', () => {
  expect(firstFit([widget(1, 0, 0, 13, 2)], [9, 2])).toEqual({ x: 13, y: 0, w: 9, h: 2 });
  expect(firstFit([widget(1, 0, 0, 13, 2)], [10, 2])).toEqual({ x: 0, y: 2, w: 10, h: 2 });
  const board = arranged([
    { kind: 'a', size: [22, 1] },
    { kind: 'b', size: [13, 2] },
    { kind: 'c', size: [9, 2] },
  ]);
  expect(board.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [0, 1],
    [13, 1],
  ]);
});

import { expect, test } from 'vitest';
import { maxWindows } from './grant.ts';
import { changeWindow, clashesOf, onlyTakes, runningAt } from './grant-windows.ts';

const hour = 3_600_000;
const now = 100 * hour;
const at = (from: number, to: number) => ({ from: now + from * hour, to: now + to * hour });
const [past, running, ahead, later] = [at(-5, -4), at(-1, 1), at(2, 3), at(5, 6)];
const windows = [past, running, ahead, later];
const change = (was: typeof past | null, becomes: typeof past | null, of = windows) =>
  changeWindow(of, { was, becomes }, now);

test('a window that lies ahead is moved, added and taken away, and the windows stay in their order', () => {
  expect(change(ahead, at(7, 8))).toEqual({ windows: [past, running, later, at(7, 8)] });
  expect(change(null, at(3, 4))).toEqual({ windows: [past, running, ahead, at(3, 4), later] });
  expect(change(later, null)).toEqual({ windows: [past, running, ahead] });
});

test('a window that is over stays as it was, and of one that runs only the end moves', () => {
  expect(change(past, at(8, 9))).toEqual({ refused: 'window-passed' });
  expect(change(past, null)).toEqual({ refused: 'window-passed' });
  expect(change(running, at(0.5, 1))).toEqual({ refused: 'window-under-way' });
  expect(change(running, null)).toEqual({ refused: 'window-under-way' });
  expect(change(running, at(-1, 2))).toEqual({ windows: [past, at(-1, 2), ahead, later] });
  expect(change(running, at(-1, -0.5))).toEqual({ refused: 'window-in-the-past' });
});

test('a window cannot be moved into the past or over another one, and the last one cannot be removed', () => {
  expect(change(ahead, at(-0.5, 4))).toEqual({ refused: 'window-in-the-past' });
  expect(change(ahead, at(5.5, 7))).toEqual({ refused: 'windows-overlap' });
  expect(change(ahead, null, [ahead])).toEqual({ refused: 'last-window' });
});

test('a grant has so many windows and no more, and a full one still moves and loses them', () => {
  const full = Array.from({ length: maxWindows }, (_, n) => at(10 + 2 * n, 11 + 2 * n));
  const [first] = full as [ReturnType<typeof at>];
  expect(change(null, at(2, 3), full)).toEqual({ refused: 'too-many-windows' });
  expect(change(first, at(2, 3), full)).toMatchObject({ windows: { length: maxWindows } });
  expect(change(first, null, full)).toMatchObject({ windows: { length: maxWindows - 1 } });
  // A grant of before the limit may have more.
  const more = [...full, at(10 + 2 * maxWindows, 11 + 2 * maxWindows)];
  expect(change(first, at(2, 3), more)).toMatchObject({ windows: { length: maxWindows + 1 } });
});

test('a window that is taken away or made shorter only takes, any other change gives', () => {
  const taking = [
    { was: ahead, becomes: null },
    { was: at(2, 6), becomes: at(3, 5) },
    { was: ahead, becomes: ahead },
  ];
  const giving = [
    { was: null, becomes: ahead },
    { was: ahead, becomes: at(2, 4) },
    { was: ahead, becomes: at(1, 3) },
  ];
  expect(taking.map(onlyTakes)).toEqual([true, true, true]);
  expect(giving.map(onlyTakes)).toEqual([false, false, false]);
});

test('a change of a window that somebody else has moved is refused, and a repeated change has no effect', () => {
  expect(change(at(20, 21), at(22, 23))).toEqual({ refused: 'window-changed' });
  expect(change(at(20, 21), later)).toEqual({ windows });
  expect(change(null, later)).toEqual({ windows });
});

test('the window that runs lasts over those that follow without a gap', () => {
  expect(runningAt([running, at(1, 2), at(2, 3), at(4, 5)], now)).toEqual(at(-1, 3));
  expect(runningAt(windows, now + 4 * hour)).toBeUndefined();
});

test('windows clash when one holder may open one lock by two grants at the same time', () => {
  const dated = (grantId: number, from: number, to: number, holderId: number | null = 1, lock = 1) => ({
    grantId,
    holderId,
    device: { id: lock },
    from: new Date(now + from * hour).toISOString(),
    to: new Date(now + to * hour).toISOString(),
  });
  const clash = (...of: ReturnType<typeof dated>[]) => clashesOf(of);
  expect(clash(dated(1, 0, 2), dated(2, 1, 3), dated(3, 3, 4))).toEqual([true, true, false]);
  expect(clash(dated(1, 0, 2), dated(1, 1, 3))).toEqual([false, false]);
  expect(clash(dated(1, 0, 2), dated(2, 1, 3, 2))).toEqual([false, false]);
  expect(clash(dated(1, 0, 2), dated(2, 1, 3, 1, 2))).toEqual([false, false]);
  expect(clash(dated(1, 0, 2, null), dated(2, 1, 3, null))).toEqual([false, false]);
});

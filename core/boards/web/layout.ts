import { type BoardWidget, gridColumns } from '../common/board.ts';

export type GridArea = Pick<BoardWidget, 'x' | 'y' | 'w' | 'h'>;
/** A widget while its board is edited. `key` identifies it until the editor is closed. */
export type EditedWidget = BoardWidget & { key: number };
type Size = readonly [columns: number, rows: number];

const overlaps = (a: GridArea, b: GridArea) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** From top to bottom, then from the start to the end of a row. */
export const inReadingOrder = <Widget extends GridArea>(widgets: readonly Widget[]): Widget[] =>
  [...widgets].sort((a, b) => a.y - b.y || a.x - b.x);

/** Puts a changed widget in its place; those that it covers move down. */
function settled(widgets: readonly EditedWidget[], changed: EditedWidget): EditedWidget[] {
  const placed = new Map([[changed.key, changed]]);
  for (const widget of inReadingOrder(widgets)) {
    if (widget.key === changed.key) continue;
    let y = widget.y;
    while ([...placed.values()].some((other) => overlaps(other, { ...widget, y }))) y += 1;
    placed.set(widget.key, y === widget.y ? widget : { ...widget, y });
  }
  return widgets.map((widget) => placed.get(widget.key) ?? widget);
}

function changed(
  widgets: readonly EditedWidget[],
  key: number,
  change: (widget: EditedWidget) => Partial<GridArea>,
): readonly EditedWidget[] {
  const widget = widgets.find((one) => one.key === key);
  if (!widget) return widgets;
  const next = { ...widget, ...change(widget) };
  const same = (['x', 'y', 'w', 'h'] as const).every((field) => next[field] === widget[field]);
  return same ? widgets : settled(widgets, next);
}

/** Moves a widget by columns, counted in the reading direction, and rows. At an edge the same array is returned. */
export const movedWidget = (widgets: readonly EditedWidget[], key: number, columns: number, rows: number) =>
  changed(widgets, key, ({ x, y, w }) => ({ x: within(x + columns, 0, gridColumns - w), y: Math.max(0, y + rows) }));

/** Makes a widget larger or smaller, within its minimum size and the board. */
export const resized = (
  widgets: readonly EditedWidget[],
  key: number,
  columns: number,
  rows: number,
  [leastColumns, leastRows]: Size,
) =>
  changed(widgets, key, ({ x, w, h }) => ({
    w: within(w + columns, Math.min(leastColumns, w), gridColumns - x),
    h: Math.max(h + rows, Math.min(leastRows, h)),
  }));

/** Exchanges a widget with the one before (-1) or after (1) it in the reading order. */
export function exchanged(widgets: readonly EditedWidget[], key: number, step: -1 | 1): readonly EditedWidget[] {
  const order = inReadingOrder(widgets);
  const index = order.findIndex((widget) => widget.key === key);
  const [widget, other] = [order[index], order[index + step]];
  if (!widget || !other) return widgets;
  const [first, second] = step === 1 ? [other, widget] : [widget, other];
  const top = step === 1 ? widget : other;
  // The first takes the place of the upper one, the second follows it in the same row or in the next.
  const start = within(top.x, 0, gridColumns - first.w);
  const fits = start + first.w + second.w <= gridColumns;
  const follower = fits
    ? { x: start + first.w, y: top.y }
    : { x: within(second.x, 0, gridColumns - second.w), y: top.y + first.h };
  const between = settled(widgets, { ...first, x: start, y: top.y });
  return settled(between, { ...second, ...follower });
}

/** The first place, from top to bottom, with room for a widget. */
export function firstFit(widgets: readonly GridArea[], [w, h]: Size): GridArea {
  for (let y = 0; ; y++)
    for (let x = 0; x + w <= gridColumns; x++) {
      const place = { x, y, w, h };
      if (!widgets.some((other) => overlaps(other, place))) return place;
    }
}

/** Widgets of these kinds and sizes, each at the first place with room. */
export function arranged(sizes: readonly { kind: string; size: Size }[]): BoardWidget[] {
  const widgets: BoardWidget[] = [];
  for (const { kind, size } of sizes) widgets.push({ kind, options: {}, ...firstFit(widgets, size) });
  return widgets;
}

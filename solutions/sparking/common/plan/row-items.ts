import type { NewItem } from '#core/layouts/common/layout-item.ts';

/** A place on a plan, as parts of its width and height. */
type Spot = { x: number; y: number };
export type Row = {
  start: Spot;
  end: Spot;
  /** Degrees by which each bay is turned against the line of the row. */
  turn: number;
};
/** What of the distance between two bays their line takes. */
const gap = 0.08;
/** A bay is about twice as long as wide. */
const lengthByWidth = 2;
const singleWidth = 0.04;
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
const within = (value: number, most: number) => Math.min(most, value);

/** Places bays side by side from the start to the end of a row. `ratio`: height by width of the plan. */
export function itemsOfRow(ids: readonly number[], { start, end, turn }: Row, ratio: number): Required<NewItem>[] {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const steps = Math.max(1, ids.length - 1);
  const apart = ids.length < 2 ? singleWidth : Math.hypot(dx, dy * ratio) / steps;
  const half = within((apart * (1 - gap)) / 2, 0.5);
  const long = within(half * lengthByWidth, 1);
  const outline = [
    { x: -half, y: -long },
    { x: half, y: -long },
    { x: half, y: long },
    { x: -half, y: long },
  ].map(({ x, y }) => ({ x: rounded(x), y: rounded(y) }));
  const line = ids.length < 2 ? 0 : (Math.atan2(dy * ratio, dx) * 180) / Math.PI;
  return ids.map((refId, at) => ({
    ...{ app: 'places', kind: 'space', refId },
    x: rounded(start.x + (dx * at) / steps),
    y: rounded(start.y + (dy * at) / steps),
    turn: (((Math.round(line) + turn) % 360) + 360) % 360,
    outline,
  }));
}

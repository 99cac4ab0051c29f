import type { LayoutItem, NewItem } from '../../common/layout-item.ts';
import type { Spot } from '../plan-math.ts';

type Reference = Pick<LayoutItem, 'app' | 'kind' | 'refId'>;
export type Placed = Spot & { turn: number };
export type Corner = { x: number; y: number };

/** Identifies what an item shows, also before the server has given the item an id. */
export const keyOf = ({ app, kind, refId }: Reference): string => `${app} ${kind} ${refId}`;

/** What is stored of an item. */
export const storedOf = ({ app, kind, refId, x, y, turn, outline }: LayoutItem): Required<NewItem> => ({
  app,
  kind,
  refId,
  x,
  y,
  turn,
  outline,
});

const thousandths = (value: number) => Math.round(value * 1000) / 1000;

/** Moves items together. They stop at the edge of the picture as a group, so that their distances stay. */
export function movedTogether<Item extends Spot>(items: readonly Item[], by: Spot): Item[] {
  const along = (axis: 'x' | 'y') => {
    const least = Math.min(...items.map((item) => item[axis]));
    const most = Math.max(...items.map((item) => item[axis]));
    return thousandths(Math.min(1 - most, Math.max(-least, by[axis])));
  };
  if (items.length === 0) return [];
  const [dx, dy] = [along('x'), along('y')];
  return items.map((item) => ({ ...item, x: thousandths(item.x + dx), y: thousandths(item.y + dy) }));
}

export const turnedBy = <Item extends { turn: number }>(items: readonly Item[], degrees: number): Item[] =>
  items.map((item) => ({ ...item, turn: (item.turn + degrees + 360) % 360 }));

/** Whether a position is inside a closed line. */
export function isInside({ x, y }: Spot, line: readonly Spot[]): boolean {
  let inside = false;
  line.forEach((a, at) => {
    const b = line.at(at - 1) as Spot;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

const directions: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The nearest item in the direction of an arrow key; undefined for other keys and at the edge. What is aside counts twice,
 * so that a row is followed to its end. `ratio`: height by width of the picture.
 */
export function nextIn<Item extends Spot>(
  items: readonly Item[],
  from: Spot,
  key: string,
  ratio: number,
): Item | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  let best: { item: Item; away: number } | undefined;
  for (const item of items) {
    const [dx, dy] = [item.x - from.x, (item.y - from.y) * ratio];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    const away = ahead + aside * 2;
    if (ahead > 0.0005 && aside <= ahead * 2 && (!best || away < best.away)) best = { item, away };
  }
  return best?.item;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The position of a corner on the picture. Corners are in widths of it, relative to the item and before its turn. */
export function spotOfCorner({ x, y, turn }: Placed, corner: Corner, ratio: number): Spot {
  const [cos, sin] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
  return { x: x + corner.x * cos - corner.y * sin, y: y + (corner.x * sin + corner.y * cos) / ratio };
}

/** The corner of an item at a position, the inverse of `spotOfCorner`. */
export function cornerAt({ x, y, turn }: Placed, spot: Spot, ratio: number): Corner {
  const [cos, sin] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
  const [dx, dy] = [spot.x - x, (spot.y - y) * ratio];
  const within = (value: number) => Math.min(1, Math.max(-1, Math.round(value * 10_000) / 10_000));
  return { x: within(dx * cos + dy * sin), y: within(dy * cos - dx * sin) };
}

/** The outline that a new area starts with: a parking bay, upright. */
export const firstOutline: readonly Corner[] = [
  { x: -0.02, y: -0.04 },
  { x: 0.02, y: -0.04 },
  { x: 0.02, y: 0.04 },
  { x: -0.02, y: 0.04 },
];

/** A corner halfway to the next one, for another corner after `at`. */
export function withCornerAfter(outline: readonly Corner[], at: number): Corner[] {
  const [a, b] = [outline[at], outline[(at + 1) % outline.length]];
  if (!a || !b) return [...outline];
  return outline.toSpliced(at + 1, 0, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
}

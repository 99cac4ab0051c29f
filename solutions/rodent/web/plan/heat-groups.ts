import type { TrapOnPlan } from '../../common/analysis.ts';
import { heatOf } from './heat.ts';

type Trap = Pick<TrapOnPlan, 'x' | 'y' | 'hits' | 'nights'>;
/** Traps that are drawn as one circle, and where in pixels. */
export type HeatGroup<Of extends Trap> = { traps: readonly Of[]; x: number; y: number; size: number };
type Room = { width: number; height: number; rem: number };

/** Below circles stands a line of text, in rem. */
const textHeight = 1.1;

/** How several traps are drawn together: their hits add up. */
export const heatOfAll = (traps: readonly Pick<Trap, 'hits' | 'nights'>[], most: number) =>
  heatOf(
    traps.reduce((sum, { hits, nights }) => ({ hits: sum.hits + hits, nights: sum.nights + nights }), {
      hits: 0,
      nights: 0,
    }),
    most,
  );

const within = (at: number, least: number, largest: number): number => Math.max(least, Math.min(at, largest));

/**
 * The circles of a plan that is shown in this size: traps whose circles would overlap are one, so that each can be read and
 * touched. All of a circle and its text is within the plan.
 */
export function heatGroups<Of extends Trap>(
  all: readonly Of[],
  most: number,
  { width, height, rem }: Room,
): HeatGroup<Of>[] {
  const drawn = (traps: readonly Of[]): HeatGroup<Of> => {
    const size = heatOfAll(traps, most).size * rem;
    const mean = (key: 'x' | 'y') => traps.reduce((sum, trap) => sum + trap[key], 0) / traps.length;
    return {
      ...{ traps, size },
      x: within(mean('x') * width, size / 2, width - size / 2),
      y: within(mean('y') * height, size / 2, height - size / 2 - textHeight * rem),
    };
  };
  const groups: HeatGroup<Of>[] = [];
  // Each trap is compared with the circles so far, of which only so many find room on a plan, not with all other traps.
  const waiting = all.toReversed().map((trap) => drawn([trap]));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const at = mostOverlapped(groups, next);
    const [other] = at === -1 ? [] : groups.splice(at, 1);
    if (other) waiting.push(drawn([...other.traps, ...next.traps]));
    else groups.push(next);
  }
  return groups;
}

/** The index of the circle that overlaps another one the most; -1 if none does. */
function mostOverlapped(groups: readonly HeatGroup<Trap>[], one: HeatGroup<Trap>): number {
  let found = -1;
  let least = 0;
  for (const [at, other] of groups.entries()) {
    const gap = Math.hypot(one.x - other.x, one.y - other.y) - (one.size + other.size) / 2;
    if (gap >= least) continue;
    least = gap;
    found = at;
  }
  return found;
}

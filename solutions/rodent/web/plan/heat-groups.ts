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
  let groups = all.map((trap) => drawn([trap]));
  for (;;) {
    const near = nearest(groups);
    if (!near) return groups;
    const joined = drawn([...near[0].traps, ...near[1].traps]);
    groups = [...groups.filter((group) => !near.includes(group)), joined];
  }
}

/** Of the groups that overlap the two that do so the most. */
function nearest<Group extends HeatGroup<Trap>>(groups: readonly Group[]): [Group, Group] | null {
  let found: [Group, Group] | null = null;
  let least = 0;
  for (const [n, one] of groups.entries())
    for (const other of groups.slice(n + 1)) {
      const gap = Math.hypot(one.x - other.x, one.y - other.y) - (one.size + other.size) / 2;
      if (gap >= least) continue;
      least = gap;
      found = [one, other];
    }
  return found;
}

import type { TrapOnPlan } from '../../common/analysis.ts';

type Heat = { tone: 'unheard' | 'calm' | 'ok' | 'poor' | 'problem'; size: number };
const [least, largest] = [1.4, 3];
/** Among traps that were hardly hit none is drawn as if it were. */
const calmHits = 6;

/** Whether the trap was armed and heard at all, or has reported hits all the same. */
export const isHeard = ({ nights, hits }: Pick<TrapOnPlan, 'nights' | 'hits'>): boolean => nights > 0 || hits > 0;

/** How the circle of a trap is drawn next to the trap with the most hits: its area follows the hits; sizes in rem. */
export function heatOf(trap: Pick<TrapOnPlan, 'nights' | 'hits'>, most: number): Heat {
  if (!isHeard(trap)) return { tone: 'unheard', size: least };
  if (trap.hits === 0) return { tone: 'calm', size: least };
  const share = Math.min(1, trap.hits / Math.max(most, calmHits));
  return {
    tone: share > 2 / 3 ? 'problem' : share > 1 / 3 ? 'poor' : 'ok',
    size: least + (largest - least) * Math.sqrt(share),
  };
}

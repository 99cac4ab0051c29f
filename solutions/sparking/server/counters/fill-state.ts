import type { fills } from '../../common/location.ts';
import type { Places } from './group-tallies.ts';

export type Fill = (typeof fills)[number];
export type FillLimits = { almostFullPct: number; fullPct: number };
/** It is left only this far below the limit at which it was entered, so that one vehicle does not turn it again and again. */
const backPct = 3;
/** With fewer known places nothing is said of how full it is. */
const leastCoverage = 0.8;

/** How full something is in words, given how full it was. */
export function fillOf(
  { free, occupied, unknown }: Places,
  before: Fill,
  { almostFullPct, fullPct }: FillLimits,
): Fill {
  const known = free + occupied;
  if (known === 0 || known < leastCoverage * (known + unknown)) return before;
  const percent = (100 * occupied) / known;
  if (percent >= (before === 'full' ? fullPct - backPct : fullPct)) return 'full';
  return percent >= (before === 'open' ? almostFullPct : almostFullPct - backPct) ? 'almost-full' : 'open';
}

import { isOpen, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { slotUses } from '../../common/counts.ts';

export type Use = (typeof slotUses)[number];
type Rule = { schedule: WeekSchedule; use?: Use | undefined; closed?: boolean | undefined };
/** Bays of the same use, rules and state. */
export type AlikeSlots = { use: Use; rules: readonly Rule[]; state: 'free' | 'occupied' | 'unknown'; count: number };
export type Count = { free: number; total: number };
export type PublicCounts = Count & { unknown: number; byUse: Map<Use, Count> };

/** Everyone may park there; bays of another use are counted apart. */
const forEveryone: readonly Use[] = ['standard', 'visitor'];
const forNobody: Use = 'reserved';

/** What a bay is for now: the first rule that applies wins. Null while it is closed, or kept for somebody. */
export function usedNow({ use, rules }: Pick<AlikeSlots, 'use' | 'rules'>, at: number): Use | null {
  const rule = rules.find(({ schedule }) => isOpen(schedule, at));
  const now = rule?.use ?? use;
  return rule?.closed || now === forNobody ? null : now;
}

/**
 * Counts the bays that the public may use at an instant. `free` and `total` are of the same bays: an unknown one is in
 * neither, so that free is never above total and a dead sensor does not read as a car.
 */
export function publicCounts(slots: readonly AlikeSlots[], at: number): PublicCounts {
  const counts: PublicCounts = { free: 0, total: 0, unknown: 0, byUse: new Map() };
  for (const slot of slots) {
    const use = usedNow(slot, at);
    if (use === null) continue;
    if (slot.state === 'unknown') {
      counts.unknown += slot.count;
      continue;
    }
    const of = forEveryone.includes(use) ? counts : (counts.byUse.get(use) ?? { free: 0, total: 0 });
    of.total += slot.count;
    if (slot.state === 'free') of.free += slot.count;
    if (of !== counts) counts.byUse.set(use, of);
  }
  return counts;
}

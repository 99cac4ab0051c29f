import type { QueueState } from '../../../common/incidents/incident-file.ts';

type Waiting = Pick<QueueState['ranks'][number], 'rank' | 'newest'>;
/** How often it still rings, and since when incidents of each rank have been heard. */
export type RingPlan = { left: number; heard: ReadonlyMap<number, number> };

export const silent: RingPlan = { left: 0, heard: new Map() };

/** Those of the first rank ring until somebody has taken them. */
const ringsOf = (rank: number): number => (rank === 1 ? Number.POSITIVE_INFINITY : rank === 2 ? 3 : 1);

/** The plan after the queue has changed: a new incident rings as often as its rank asks, and nothing rings that nobody waits for. */
export function planned({ left, heard }: RingPlan, ranks: readonly Waiting[]): RingPlan {
  const waiting = ranks.flatMap(({ rank, newest }) => (newest ? [{ rank, at: Date.parse(newest.at) }] : []));
  const added = waiting.filter(({ rank, at }) => rank === 1 || at > (heard.get(rank) ?? 0));
  const most = (of: readonly { rank: number }[]) => Math.max(0, ...of.map(({ rank }) => ringsOf(rank)));
  return {
    left: Math.max(Math.min(left, most(waiting)), most(added)),
    heard: new Map([...heard, ...waiting.map(({ rank, at }) => [rank, Math.max(at, heard.get(rank) ?? 0)] as const)]),
  };
}

export const afterRing = (plan: RingPlan): RingPlan => ({ ...plan, left: Math.max(0, plan.left - 1) });

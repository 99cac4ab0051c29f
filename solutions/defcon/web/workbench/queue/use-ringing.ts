import { useEffect, useState } from 'react';
import { ring } from '#core/notifications/web/parts.tsx';
import type { QueueState } from '../../../common/incidents/incident-file.ts';
import { afterRing, planned, silent } from './ring-plan.ts';

/** Between two rings. Each takes place in one tab only, which stays silent for ten seconds afterwards. */
const ringMs = 11_000;
export const muteMs = 120_000;

const newestUrgent = (ranks: QueueState['ranks']): number => {
  const at = ranks.find(({ rank }) => rank === 1)?.newest?.at;
  return at === undefined ? 0 : Date.parse(at);
};

/**
 * Rings for incidents that wait: for those of the first rank until they are taken, for those of the second three times, and
 * for others once. It can be muted for two minutes, and a new one of the first rank ends that.
 */
export function useRinging(ranks: QueueState['ranks']): { rings: boolean; muted: boolean; mute(): void } {
  const [plan, setPlan] = useState(silent);
  const [muted, setMuted] = useState<{ newest: number } | null>(null);
  useEffect(() => setPlan((before) => planned(before, ranks)), [ranks]);
  useEffect(() => {
    if (!muted) return;
    const timer = setTimeout(() => setMuted(null), muteMs);
    return () => clearTimeout(timer);
  }, [muted]);
  const isMuted = muted !== null && newestUrgent(ranks) <= muted.newest;
  const rings = plan.left > 0 && !isMuted;
  useEffect(() => {
    if (!rings) return;
    const once = () => {
      setPlan(afterRing);
      void ring().catch(reportError);
    };
    once();
    const timer = setInterval(once, ringMs);
    return () => clearInterval(timer);
  }, [rings]);
  return { rings, muted: isMuted, mute: () => setMuted({ newest: newestUrgent(ranks) }) };
}

import { useEffect, useState } from 'react';
import { ring } from '#core/notifications/web/parts.tsx';

/** Between two rings; each takes place in one tab only. */
const ringMs = 10_000;
export const muteMs = 120_000;

/**
 * Rings until no incident of the first rank waits. It can be muted for two minutes, and a new one ends that. Rings of the others are
 * those of the bell.
 */
export function useRinging(waiting: number): { muted: boolean; mute(): void } {
  const [muted, setMuted] = useState<{ waiting: number } | null>(null);
  const isMuted = muted !== null && waiting <= muted.waiting;
  useEffect(() => {
    if (!muted) return;
    const timer = setTimeout(() => setMuted(null), muteMs);
    return () => clearTimeout(timer);
  }, [muted]);
  const rings = waiting > 0 && !isMuted;
  useEffect(() => {
    if (!rings) return;
    const once = () => void ring().catch(reportError);
    once();
    const timer = setInterval(once, ringMs);
    return () => clearInterval(timer);
  }, [rings]);
  return { muted: isMuted, mute: () => setMuted({ waiting }) };
}

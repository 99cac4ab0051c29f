import { createHash } from 'node:crypto';
import { minuteMs } from '#platform/common/time/wall-clock.ts';

/** Calls of one link in a minute. */
const perMinute = { read: 10, open: 5 } as const;
const mostCounted = 100_000;

/** Counts within a window that begins with the first count. */
class Windows {
  private readonly counts = new Map<string, { until: number; count: number }>();
  private readonly lengthMs: number;

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs;
  }

  add(key: string): number {
    const now = Date.now();
    const known = this.counts.get(key);
    if (known && known.until > now) return ++known.count;
    // The oldest are first: a map keeps the order of insertion.
    this.counts.delete(key);
    for (const [old, { until }] of this.counts) {
      if (until > now && this.counts.size < mostCounted) break;
      this.counts.delete(old);
    }
    this.counts.set(key, { until: now + this.lengthMs, count: 1 });
    return 1;
  }
}

/**
 * Rate limits of links, per process: they only even out the load, because a known link is limited by its uses and wrong
 * numbers, and unknown links are counted in the database.
 */
export class LinkLimits {
  private readonly calls = { read: new Windows(minuteMs), open: new Windows(minuteMs) };

  isTooOften(token: string, call: keyof typeof perMinute): boolean {
    const key = createHash('sha256').update(token).digest('base64');
    return this.calls[call].add(key) > perMinute[call];
  }
}

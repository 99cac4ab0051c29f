import { createHash } from 'node:crypto';

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Calls of one link in a minute. Source: swam-metrowatch.md §17. */
const perMinute = { read: 10, open: 5 } as const;
/** Unknown links that an address may ask for in an hour. */
const unknownPerHour = 30;
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
 * How often links are called, in this process. An address that asks for unknown links is slowed down, while a known link
 * still answers there: honest people share addresses with others.
 */
export class LinkLimits {
  private readonly calls = { read: new Windows(minuteMs), open: new Windows(minuteMs) };
  private readonly unknown = new Windows(hourMs);

  isTooOften(token: string, call: keyof typeof perMinute): boolean {
    const key = createHash('sha256').update(token).digest('base64');
    return this.calls[call].add(key) > perMinute[call];
  }

  /** Counts an unknown link. True once the address has asked for too many. */
  countUnknown(address: string): boolean {
    return this.unknown.add(address) > unknownPerHour;
  }
}

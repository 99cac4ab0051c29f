const pruneEveryMs = 60_000;
/** Seconds of its rate that a sender may send at once. */
const burstSeconds = 2;

/** Limits how many messages a second senders may send, each by its own rate. */
export class TokenBuckets {
  private readonly used = new Map<number, { tokens: number; at: number; rate: number }>();
  private prunedAt = 0;

  /** Takes a token. Returns 0, or the milliseconds until the next one is free. */
  take(id: number, rate: number): number {
    const now = performance.now();
    this.prune(now);
    const bucket = this.used.get(id) ?? { tokens: 0, at: now, rate };
    bucket.tokens = Math.max(0, bucket.tokens - ((now - bucket.at) * rate) / 1000);
    bucket.at = now;
    bucket.rate = rate;
    this.used.set(id, bucket);
    const over = bucket.tokens + 1 - rate * burstSeconds;
    if (over > 0) return (over * 1000) / rate;
    bucket.tokens++;
    return 0;
  }

  /** Takes further tokens of a sender that has just taken one, also if none are left: its next calls wait for them. */
  owe(id: number, tokens: number): void {
    const bucket = this.used.get(id);
    if (bucket) bucket.tokens += tokens;
  }

  private prune(now: number): void {
    if (now - this.prunedAt < pruneEveryMs) return;
    this.prunedAt = now;
    for (const [id, { tokens, at, rate }] of this.used) if (((now - at) * rate) / 1000 >= tokens) this.used.delete(id);
  }
}

const perSecond = 500;
/** What a device may send at once, such as its memory after an outage. */
const atOnce = 10_000;
const pruneEveryMs = 60_000;

/**
 * How fast one device may send, so that no flood takes the time of others. A message costs one, and one for each kB;
 * what is more than telemetry costs a transaction of its own and therefore more.
 */
export class DevicePace {
  private readonly spent = new Map<number, { tokens: number; at: number }>();
  private prunedAt = 0;

  /** Takes what a message costs; returns the milliseconds that it should wait. */
  take(deviceId: number, bytes: number, weight = 1): number {
    const now = performance.now();
    let known = this.spent.get(deviceId);
    if (!known) {
      this.prune(now);
      known = { tokens: 0, at: now };
      this.spent.set(deviceId, known);
    }
    known.tokens = Math.max(0, known.tokens - ((now - known.at) * perSecond) / 1000) + weight + bytes / 1024;
    known.at = now;
    return known.tokens <= atOnce ? 0 : ((known.tokens - atOnce) * 1000) / perSecond;
  }

  // Devices that sent little for long have nothing left to remember.
  private prune(now: number): void {
    if (now - this.prunedAt < pruneEveryMs) return;
    this.prunedAt = now;
    for (const [id, { tokens, at }] of this.spent) if (((now - at) * perSecond) / 1000 >= tokens) this.spent.delete(id);
  }
}

const perSecond = 500;
/** The burst of a device, such as its stored messages after an outage. */
const burst = 10_000;
const pruneEveryMs = 60_000;

/**
 * Limits the messages of a device, so that a flood does not delay others. A message costs one token and one for each kB;
 * one that needs its own transaction has a higher weight.
 */
export class DeviceRateLimit {
  private readonly budgets = new Map<number, { tokens: number; at: number }>();
  private prunedAt = 0;

  /** Consumes the tokens of a message. Returns the milliseconds that it should wait. */
  consume(deviceId: number, bytes: number, weight = 1): number {
    const now = performance.now();
    let budget = this.budgets.get(deviceId);
    if (!budget) {
      this.prune(now);
      budget = { tokens: 0, at: now };
      this.budgets.set(deviceId, budget);
    }
    budget.tokens = Math.max(0, budget.tokens - ((now - budget.at) * perSecond) / 1000) + weight + bytes / 1024;
    budget.at = now;
    return budget.tokens <= burst ? 0 : ((budget.tokens - burst) * 1000) / perSecond;
  }

  // Removes devices whose budget is full again.
  private prune(now: number): void {
    if (now - this.prunedAt < pruneEveryMs) return;
    this.prunedAt = now;
    for (const [id, { tokens, at }] of this.budgets)
      if (((now - at) * perSecond) / 1000 >= tokens) this.budgets.delete(id);
  }
}

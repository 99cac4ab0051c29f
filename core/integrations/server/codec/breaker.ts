const windowMs = 60_000;
const mostHits = 10;
const suspendedMs = 5 * 60_000;

/** Suspends a codec that exceeds a limit ten times within a minute, for five minutes. */
export class CodecBreaker {
  private readonly hits = new Map<string, number[]>();
  private readonly until = new Map<string, number>();

  isSuspended(version: string, now = performance.now()): boolean {
    const until = this.until.get(version);
    if (until === undefined) return false;
    if (until > now) return true;
    this.until.delete(version);
    return false;
  }

  /** Counts an exceeded limit. Returns whether it suspends the codec. */
  hit(version: string, now = performance.now()): boolean {
    const recent = [...(this.hits.get(version) ?? []).filter((at) => at > now - windowMs), now];
    this.hits.set(version, recent);
    if (recent.length < mostHits) return false;
    this.hits.delete(version);
    this.until.set(version, now + suspendedMs);
    return true;
  }
}

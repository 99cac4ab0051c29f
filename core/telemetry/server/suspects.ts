const rememberedMs = 60_000;
const mostRemembered = 10_000;

/** Devices one of whose messages the database refused within the last minute. */
export class Suspects {
  private readonly until = new Map<number, number>();

  note(id: number): void {
    this.until.delete(id);
    const [oldest] = this.until.keys();
    if (oldest !== undefined && this.until.size >= mostRemembered) this.until.delete(oldest);
    this.until.set(id, performance.now() + rememberedMs);
  }

  has(id: number): boolean {
    const until = this.until.get(id);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.until.delete(id);
    return false;
  }
}

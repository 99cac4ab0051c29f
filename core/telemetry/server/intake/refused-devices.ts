const windowMs = 60_000;
const maxDevices = 10_000;

/** Devices with a message that the database refused within the last minute. */
export class RefusedDevices {
  private readonly until = new Map<number, number>();

  add(id: number): void {
    this.until.delete(id);
    const [oldest] = this.until.keys();
    if (oldest !== undefined && this.until.size >= maxDevices) this.until.delete(oldest);
    this.until.set(id, performance.now() + windowMs);
  }

  has(id: number): boolean {
    const until = this.until.get(id);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.until.delete(id);
    return false;
  }
}

const floodPerSecond = 20;
const clockMs = 10 * 60_000;
const clockRefusals = 3;
/** A trouble is reported again after this time only. */
const quietMs = 60_000;
const maxPanels = 50_000;

type Seen = { second: number; count: number; floodedAt: number; refusals: number[] };

/** Notices what only several messages of a panel show. Times are in ms since 1970, and may be set back. */
export class PanelWatch {
  private readonly panels = new Map<number, Seen>();

  private of(id: number): Seen {
    const known = this.panels.get(id);
    if (known) return known;
    if (this.panels.size >= maxPanels) this.panels.clear();
    const seen = { second: 0, count: 0, floodedAt: Number.NEGATIVE_INFINITY, refusals: [] };
    this.panels.set(id, seen);
    return seen;
  }

  /** Counts a message. Whether the panel has just begun to send too many. */
  floods(id: number, now: number): boolean {
    const seen = this.of(id);
    const second = Math.floor(now / 1000);
    if (second !== seen.second) Object.assign(seen, { second, count: 0 });
    seen.count++;
    if (seen.count <= floodPerSecond || Math.abs(now - seen.floodedAt) < quietMs) return false;
    seen.floodedAt = now;
    return true;
  }

  /** Counts a message with a wrong time. Whether it was the third within ten minutes. */
  isClockWrong(id: number, now: number): boolean {
    const seen = this.of(id);
    seen.refusals = [...seen.refusals.filter((at) => Math.abs(now - at) < clockMs), now].slice(-clockRefusals);
    if (seen.refusals.length < clockRefusals) return false;
    seen.refusals = [];
    return true;
  }
}

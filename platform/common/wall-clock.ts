import { dateFormat } from './date-formats.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** From `from` until before `to` (ms since 1970) the clocks of a zone are ahead of UTC by `offset` ms. */
type ConstantOffset = { from: number; to: number; offset: number };

/** Asks the zone's data, which is slow. `instant` is a whole second. */
function readOffset(instant: number, zone: string): number {
  const format = dateFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const of = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = of;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}

/** The whole minute within (from, to] at which the offset becomes another than that at `from`. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = readOffset(from, zone);
  let [low, high] = [from, to];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / minuteMs / 2) * minuteMs;
    if (readOffset(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

// The data of a zone is read for so long a time at once, and kept for so many of these times in all.
const windowMs = 8 * dayMs;
const mostWindows = 2000;
const windows = new Map<string, Map<number, ConstantOffset[]>>();
let kept = 0;

function readWindow(window: number, zone: string): ConstantOffset[] {
  const found: ConstantOffset[] = [];
  const add = (from: number, to: number, offset: number) => {
    const last = found.at(-1);
    if (last?.offset === offset) last.to = to;
    else found.push({ from, to, offset });
  };
  const start = window * windowMs;
  // No zone changes its clocks twice in a day.
  for (let from = start; from < start + windowMs; from += dayMs) {
    const to = from + dayMs;
    const [before, after] = [readOffset(from, zone), readOffset(to, zone)];
    const change = before === after ? to : changeBetween(from, to, zone);
    add(from, change, before);
    if (change < to) add(change, to, after);
  }
  return found;
}

/** A time around an instant in which the zone (IANA name) does not change its clocks; it may go on behind its end. */
export function constantOffset(instant: number, zone: string): ConstantOffset {
  const window = Math.floor(instant / windowMs);
  let ofZone = windows.get(zone);
  let found = ofZone?.get(window);
  if (!found) {
    found = readWindow(window, zone);
    if (kept >= mostWindows) {
      windows.clear();
      kept = 0;
      ofZone = undefined;
    }
    if (!ofZone) windows.set(zone, (ofZone = new Map()));
    ofZone.set(window, found);
    kept++;
  }
  return found.find(({ to }) => instant < to) as ConstantOffset;
}

/** Milliseconds by which the zone (IANA name) is ahead of UTC at an instant. */
export const offsetAt = (instant: number, zone: string): number => constantOffset(instant, zone).offset;

/**
 * The instant of a wall-clock time, which is given as if it were UTC. One that the clocks skip is as much later as they
 * skip; of one that they repeat it is the first.
 */
export function instantOf(wall: number, zone: string): number {
  // The offsets on both sides of whatever change lies near.
  const [before, after] = [wall - offsetAt(wall - dayMs, zone), wall - offsetAt(wall + dayMs, zone)];
  const fits = [before, after].filter((instant) => instant + offsetAt(instant, zone) === wall);
  return fits.length > 0 ? Math.min(...fits) : before;
}

import { dateFormat } from './date-formats.ts';

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/**
 * Between `from` (inclusive) and `to` (exclusive), in ms since 1970, the clocks of a zone are `offset` ms ahead of UTC.
 */
type ConstantOffset = { from: number; to: number; offset: number };

/** Computes the offset with `Intl`, which is slow. `instant` is a whole second. */
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

/** The whole minute within (from, to] at which the offset changes. */
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

// Offsets are computed for one window at a time and cached for a limited number of windows.
const windowMs = 8 * dayMs;
const maxWindows = 2000;
const windows = new Map<string, Map<number, ConstantOffset[]>>();
let cachedWindows = 0;

function readWindow(window: number, zone: string): ConstantOffset[] {
  const found: ConstantOffset[] = [];
  const add = (from: number, to: number, offset: number) => {
    const last = found.at(-1);
    if (last?.offset === offset) last.to = to;
    else found.push({ from, to, offset });
  };
  const start = window * windowMs;
  // No zone changes its offset twice in a day.
  for (let from = start; from < start + windowMs; from += dayMs) {
    const to = from + dayMs;
    const [before, after] = [readOffset(from, zone), readOffset(to, zone)];
    const change = before === after ? to : changeBetween(from, to, zone);
    add(from, change, before);
    if (change < to) add(change, to, after);
  }
  return found;
}

/**
 * The interval around an instant in which the offset of the zone (IANA name) is constant; the offset may stay the same
 * after its end.
 */
export function constantOffset(instant: number, zone: string): ConstantOffset {
  const window = Math.floor(instant / windowMs);
  let zoneWindows = windows.get(zone);
  let found = zoneWindows?.get(window);
  if (!found) {
    found = readWindow(window, zone);
    if (cachedWindows >= maxWindows) {
      windows.clear();
      cachedWindows = 0;
      zoneWindows = undefined;
    }
    if (!zoneWindows) windows.set(zone, (zoneWindows = new Map()));
    zoneWindows.set(window, found);
    cachedWindows++;
  }
  return found.find(({ to }) => instant < to) as ConstantOffset;
}

/** The offset of the zone (IANA name) from UTC at an instant, in ms. */
export const offsetAt = (instant: number, zone: string): number => constantOffset(instant, zone).offset;

/** The day (YYYY-MM-DD) of an instant, in ms since 1970, by the clocks of a zone. */
export const wallDay = (instant: number, zone: string): string =>
  new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 10);

/**
 * The instant of a wall-clock time, which is given as if it were UTC. A time that a clock change skips moves forward by
 * the skipped time; of a repeated time the first instant is returned.
 */
export function instantOf(wall: number, zone: string): number {
  // The offsets before and after any nearby clock change.
  const [before, after] = [wall - offsetAt(wall - dayMs, zone), wall - offsetAt(wall + dayMs, zone)];
  const fits = [before, after].filter((instant) => instant + offsetAt(instant, zone) === wall);
  return fits.length > 0 ? Math.min(...fits) : before;
}

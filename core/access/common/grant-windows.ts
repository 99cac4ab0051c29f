import { maxWindows } from './grant.ts';
import type { TimeWindow } from './grant-state.ts';

/** A new time for a window; without `was` it adds a window, without `becomes` it removes one. */
export type WindowChange = { was: TimeWindow | null; becomes: TimeWindow | null };
type Refused =
  | 'window-changed'
  | 'window-passed'
  | 'window-under-way'
  | 'window-in-the-past'
  | 'windows-overlap'
  | 'too-many-windows'
  | 'last-window';

const same = (one: TimeWindow | null | undefined, other: TimeWindow | null | undefined): boolean =>
  one?.from === other?.from && one?.to === other?.to;

/**
 * The windows of a grant after a change, in order; an error key if it is refused. The past does not change: a window
 * that is over stays, and one that has begun can only change its end. A repeated change has no effect.
 */
export function changeWindow(
  windows: readonly TimeWindow[],
  { was, becomes }: WindowChange,
  now: number,
): { windows: TimeWindow[] } | { refused: Refused } {
  const has = (one: TimeWindow | null) => windows.some((other) => same(one, other));
  if (was && !has(was)) return becomes && has(becomes) ? { windows: [...windows] } : { refused: 'window-changed' };
  if (!was && has(becomes)) return { windows: [...windows] };
  if (was && was.to <= now) return { refused: 'window-passed' };
  const begun = was !== null && was.from <= now;
  if (begun && becomes?.from !== was.from) return { refused: 'window-under-way' };
  if (becomes && ((!begun && becomes.from < now) || becomes.to <= now)) return { refused: 'window-in-the-past' };
  const next = [...windows.filter((one) => !same(one, was)), ...(becomes ? [becomes] : [])].sort(
    (one, other) => one.from - other.from,
  );
  if (next.length === 0) return { refused: 'last-window' };
  if (next.length > Math.max(maxWindows, windows.length)) return { refused: 'too-many-windows' };
  if (next.some(({ from }, at) => at > 0 && from < (next[at - 1] as TimeWindow).to))
    return { refused: 'windows-overlap' };
  return { windows: next };
}

/** Whether a change only removes time from the grant. */
export const onlyTakes = ({ was, becomes }: WindowChange): boolean =>
  becomes === null || (was !== null && becomes.from >= was.from && becomes.to <= was.to);

/** The window that runs at an instant, up to the end of the last of those that follow without a gap; undefined if none does. */
export function runningAt(windows: readonly TimeWindow[], at: number): TimeWindow | undefined {
  const running = windows.find(({ from, to }) => at >= from && at < to);
  if (!running) return undefined;
  const after = windows.filter(({ from }) => from >= running.to).sort((one, other) => one.from - other.from);
  return { ...running, to: after.reduce((to, next) => (next.from === to ? next.to : to), running.to) };
}

type Dated = { grantId: number; holderId: number | null; device: { id: number }; from: string; to: string };

/** Which windows clash: one holder may open one lock at the same time by two grants, so that one of them is too many. */
export function clashesOf(windows: readonly Dated[]): boolean[] {
  const rows = windows.map(({ from, to }, at) => ({ at, from: Date.parse(from), to: Date.parse(to) }));
  const clashing = windows.map(() => false);
  const one = (at: number) => windows[at] as Dated;
  const named = rows.filter(({ at }) => one(at).holderId !== null);
  for (const ofLock of Map.groupBy(named, ({ at }) => `${one(at).holderId} ${one(at).device.id}`).values()) {
    ofLock.sort((a, b) => a.from - b.from);
    ofLock.forEach((row, nth) => {
      for (const other of ofLock.slice(nth + 1)) {
        if (other.from >= row.to) break;
        if (one(row.at).grantId === one(other.at).grantId) continue;
        clashing[row.at] = true;
        clashing[other.at] = true;
      }
    });
  }
  return clashing;
}

import { isOpen, nextChange, type WeekSchedule } from '#platform/common/time/week-schedule.ts';

export const accessModes = ['fulltime', 'scheduled', 'public-temporary', 'onetime', 'calendar-mode'] as const;
export type AccessMode = (typeof accessModes)[number];
export const grantStates = ['pending', 'active', 'ended'] as const;
export type GrantState = (typeof grantStates)[number];

/** From `from` (inclusive) to `to` (exclusive), in ms since 1970. */
export type TimeWindow = { from: number; to: number };

/** When a grant allows to open: within `from` and `to`, and then within its hours or windows, if it has some. */
export type GrantTimes = {
  from: number;
  /** Null for a grant without an end. */
  to: number | null;
  hours: WeekSchedule | null;
  windows: readonly TimeWindow[] | null;
};

/** Whether the grant allows to open at an instant (ms since 1970). */
export function opensAt({ from, to, hours, windows }: GrantTimes, at: number): boolean {
  if (at < from || (to !== null && at >= to)) return false;
  if (hours) return isOpen(hours, at);
  return !windows || windows.some((window) => at >= window.from && at < window.to);
}

/** The state by the clock alone. */
export const stateAt = ({ from, to }: GrantTimes, at: number): GrantState =>
  to !== null && at >= to ? 'ended' : at < from ? 'pending' : 'active';

/** The next instant (ms since 1970) at which `opensAt` or `stateAt` may change; null if there is none. */
export function nextEdge({ from, to, hours, windows }: GrantTimes, at: number): number | null {
  const edges = [
    from,
    ...(to === null ? [] : [to]),
    ...(hours && at >= from ? [nextChange(hours, at) ?? Number.POSITIVE_INFINITY] : []),
    ...(windows ?? []).flatMap((window) => [window.from, window.to]),
  ];
  const next = Math.min(...edges.filter((edge) => edge > at));
  return Number.isFinite(next) ? next : null;
}

/** Whether codes are written to locks and deleted at each edge, because locks support only one beginning and end. */
export const isSwitched = (mode: AccessMode): boolean => mode === 'scheduled' || mode === 'calendar-mode';

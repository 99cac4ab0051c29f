import { dayMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import { changesBetween, isOpen, nextChange, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { GroupState } from '../../common/panel/words.ts';

/** A group that is expected to be armed outside the hours of its schedule. Times in ms since 1970. */
export type CheckedGroup = { hours: WeekSchedule; graceMinutes: number; state: GroupState; stateAt: number };
export type GroupFinding = 'late-to-arm' | 'open-outside-schedule';

const longestClosed = 400 * dayMs;

/** When the schedule closed last. */
function closedSince(hours: WeekSchedule, now: number): number {
  for (const days of [8, 60, 400]) {
    const last = changesBetween(hours, now - days * dayMs, now).changes.at(-1);
    if (last !== undefined) return last;
  }
  return now - longestClosed;
}

/** What is wrong with the group now, and when it has to be looked at again; null: never, unless something changes. */
export function checkGroup(
  { hours, graceMinutes, state, stateAt }: CheckedGroup,
  now: number,
): { finding: GroupFinding | null; next: number | null } {
  const next = nextChange(hours, now);
  if (state !== 'disarmed' || isOpen(hours, now)) return { finding: null, next };
  const closed = closedSince(hours, now);
  const grace = graceMinutes * minuteMs;
  // Somebody who comes a little early opens in time.
  if (stateAt > closed)
    return { finding: next !== null && next - stateAt <= grace ? null : 'open-outside-schedule', next };
  if (now < closed + grace) return { finding: null, next: Math.min(closed + grace, next ?? Number.POSITIVE_INFINITY) };
  return { finding: 'late-to-arm', next };
}

import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { isOpen, nextChange } from '#platform/common/time/week-schedule.ts';
import type { SlotUse } from '../../common/counts.ts';
import type { SlotFacts, SlotRule } from '../stays/slot-facts.ts';

type Bay = Pick<SlotFacts, 'use' | 'maxStayMinutes' | 'rules'>;

const ruleAt = ({ rules }: Bay, at: number): SlotRule | undefined => rules.find(({ schedule }) => isOpen(schedule, at));

/** Whom the bay is for: the first rule that applies decides. */
export const intendedUse = (bay: Bay, at: number): SlotUse => ruleAt(bay, at)?.use ?? bay.use;

/** The longest stay in minutes: the first rule that applies decides; null if there is none. */
export function limitAt(bay: Bay, at: number): number | null {
  const limit = ruleAt(bay, at)?.maxStayMinutes;
  return limit === undefined ? bay.maxStayMinutes : limit;
}

/** More changes of rules than a stay of a month sees. */
const mostChanges = 500;

/**
 * When a stay that began then has lasted too long: `times` its limit and some minutes while one limit is in force. What
 * was before a limit came into force does not count. Null if that never happens.
 */
export function overstayAt(bay: Bay, from: number, { times, graceMinutes }: { times: number; graceMinutes: number }) {
  let [at, since, limit] = [from, from, limitAt(bay, from)];
  for (let n = 0; n < mostChanges; n++) {
    const changes = bay.rules.flatMap(({ schedule }) => nextChange(schedule, at) ?? []);
    const next = changes.length > 0 ? Math.min(...changes) : null;
    const over = limit === null ? null : since + (limit * times + graceMinutes) * minuteMs;
    if (over !== null && (next === null || over < next)) return over;
    if (next === null) return null;
    at = next;
    const then = limitAt(bay, next);
    if (then !== limit) [since, limit] = [next, then];
  }
  return null;
}

import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';

/** What decides which alarms by time a panel has. Times in ms since 1970. */
export type CheckedPanel = {
  isInService: boolean;
  /** Days until the permit expires, by the calendar of its company; null without one. */
  permitDays: number | null;
  testEveryHours: number | null;
  /** The last test report; before the first one, when it went into service. */
  testedAt: number;
  /** Whether events become incidents now, and until when they do; null: without an end. */
  isActive: boolean;
  activeUntil: number | null;
};
export const checkedKinds = ['no-test', 'permit-expiring', 'monitoring-lapsed'] as const;
export type CheckedKind = (typeof checkedKinds)[number];

/** So much of the time between two test reports may pass again before one is missed. */
const testTolerance = 1.2;
/** From so many days before an end it is shown, and from these it is more urgent. */
const noticeDays = 30;
const urgentDays = 7;

/** 4 is information; the fewer days are left, the more urgent it is. */
const rankIn = (days: number): number | null => (days > noticeDays ? null : days > urgentDays ? 4 : days > 0 ? 3 : 2);

/** The alarms of a panel with their ranks, at a moment. */
export function findingsOf(panel: CheckedPanel, now: number): ReadonlyMap<CheckedKind, number> {
  const { isInService, permitDays, testEveryHours, testedAt, isActive, activeUntil } = panel;
  const found = new Map<CheckedKind, number>();
  if (!isInService) return found;
  if (testEveryHours !== null && now >= testedAt + testMs(testEveryHours)) found.set('no-test', 4);
  const permit = permitDays === null ? null : rankIn(permitDays);
  if (permit !== null) found.set('permit-expiring', permit);
  const lapse = isActive ? (activeUntil === null ? null : rankIn(Math.ceil((activeUntil - now) / dayMs))) : 2;
  if (lapse !== null) found.set('monitoring-lapsed', lapse);
  return found;
}

const testMs = (hours: number): number => hours * testTolerance * hourMs;
/** Permits and subscriptions change without an event: panels are looked at once an hour. */
const atLatestMs = hourMs;

/** When the panel has to be looked at again. */
export function nextCheck({ testEveryHours, testedAt, activeUntil }: CheckedPanel, now: number): number {
  const ends = [
    ...(testEveryHours === null ? [] : [testedAt + testMs(testEveryHours)]),
    ...(activeUntil === null ? [] : [activeUntil]),
  ];
  return Math.min(now + atLatestMs, ...ends.filter((at) => at > now));
}

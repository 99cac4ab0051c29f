import type { Severity } from '#core/alarms/common/severity.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import { soonDays } from './vehicle/papers.ts';

/** With so many days left or fewer, an alarm about papers has this severity. The mildest first. */
const steps: readonly { days: number; severity: Severity }[] = [
  { days: soonDays - 1, severity: 'ok' },
  { days: 7, severity: 'poor' },
  { days: 1, severity: 'problem' },
];
/** Papers are looked at in the morning, when somebody can do something about them. */
const morningMs = 8 * hourMs;
const dayMs = 24 * hourMs;

const startOf = (day: string): number => Date.parse(`${day}T00:00Z`);

/** The days after `today` on which papers are still valid; negative if they have expired. Both are YYYY-MM-DD. */
export const daysLeft = (until: string, today: string): number => Math.round((startOf(until) - startOf(today)) / dayMs);

/** The severity of papers that expire in so many days; null if that is far off. */
export const expirySeverity = (left: number): Severity | null =>
  steps.findLast(({ days }) => left <= days)?.severity ?? null;

/**
 * The next wall-clock time, as if it were UTC, in ms, at which papers that are valid until a day become more urgent or expire;
 * null if they have expired. `today`: YYYY-MM-DD.
 */
export function nextLook(until: string, today: string): number | null {
  const left = daysLeft(until, today);
  const next = [...steps.map(({ days }) => days), -1].find((days) => days < left);
  return next === undefined ? null : startOf(until) - next * dayMs + morningMs;
}

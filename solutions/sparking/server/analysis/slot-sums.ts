import { clipped, type StateSpan } from '#platform/common/time/state-spans.ts';
import { changesBetween, type WeekSchedule } from '#platform/common/time/week-schedule.ts';

/** Hours of a car park from a time until another one, in ms since 1970; `to` is null if they hold. `schedule` null: always open. */
export type Hours = { from: number; to: number | null; schedule: WeekSchedule | null };
/** Where a bay belonged, and when it was to be out of service, as that was known at the time. */
export type Version = { from: number; to: number | null; outFrom: number | null; outUntil: number | null };
type Known = { from: number; to: number | null; occupied: boolean };

/** Seconds of a bay in a period: open and in service, and of these occupied, free and unknown. The three add up. */
export type Sums = { open: number; occupied: number; free: number; unknown: number };

const forever = Number.POSITIVE_INFINITY;
const second = (at: number): number => Math.floor(at / 1000);
/** Both ends count as whole seconds, so that the seconds of adjoining spans add up to those of the whole. */
const seconds = (spans: readonly StateSpan[]): number =>
  spans.reduce((sum, { from, to }) => sum + second(to) - second(from), 0);

const both = (spans: readonly StateSpan[], others: readonly StateSpan[]): StateSpan[] =>
  spans.flatMap((span) => clipped(others, span));

/** When a car park was open in a period, by the hours that held at the time. */
export function openSpans(hours: readonly Hours[], period: StateSpan): StateSpan[] {
  const parts = hours.map(({ from, to, schedule }) => ({ from, to: to ?? forever, schedule }));
  return parts.flatMap((part) =>
    clipped([part], period).flatMap(({ from, to }) => {
      if (part.schedule === null) return [{ from, to }];
      const { open, changes } = changesBetween(part.schedule, from, to);
      const times = [...(open ? [from] : []), ...changes, to];
      return clipped(
        times.flatMap((at, n) => (n % 2 === 0 ? [{ from: at, to: times[n + 1] ?? to }] : [])),
        { from, to },
      );
    }),
  );
}

/** When a bay was in service in a period, by what was known of it at the time. */
export function serviceSpans(versions: readonly Version[], period: StateSpan): StateSpan[] {
  return versions.flatMap(({ from, to, outFrom, outUntil }) => {
    const until = to ?? forever;
    const parts =
      outFrom === null
        ? [{ from, to: until }]
        : [
            { from, to: Math.min(until, outFrom) },
            { from: Math.max(from, outUntil ?? forever), to: until },
          ];
    return clipped(parts, period);
  });
}

/** The sums of a bay in a period. */
export function sumsOf(
  bay: { hours: readonly Hours[]; versions: readonly Version[]; known: readonly Known[] },
  period: StateSpan,
): Sums {
  const service = both(serviceSpans(bay.versions, period), openSpans(bay.hours, period));
  const inState = (occupied: boolean) =>
    seconds(
      both(
        service,
        bay.known.filter((one) => one.occupied === occupied).map(({ from, to }) => ({ from, to: to ?? forever })),
      ),
    );
  const [open, occupied, free] = [seconds(service), inState(true), inState(false)];
  return { open, occupied, free, unknown: open - occupied - free };
}

/** Seconds from midnight; `to` is the latest begin of the service. */
type Window = { from: number; to: number };

export type OrderProblem = {
  /** The driving time from each stop to each other one, in seconds. */
  seconds: readonly (readonly number[])[];
  windows?: readonly (Window | null)[];
  serviceSeconds?: readonly number[];
  /** Seconds from midnight; without it the vehicle leaves just in time for the first window. */
  departAt?: number | null;
  keepFirst?: boolean;
  keepLast?: boolean;
};

/** A late stop weighs more than any detour, so that as few as possible are late. */
const latePenalty = 1e7;

type Step = { stop: number; arrival: number | null; late: number };

/**
 * Follows an order: driving, waiting for a window to open, and service. Returns the cost, which never falls from one stop
 * to the next: driving and waiting in seconds, and much more for each stop that is reached after its window.
 */
export function follow(
  { seconds, windows = [], serviceSeconds = [], departAt = null }: OrderProblem,
  order: readonly number[],
  visit?: (step: Step) => void,
): number {
  let cost = 0;
  let clock = departAt;
  let before: number | undefined;
  for (const stop of order) {
    const driving = before === undefined ? 0 : (seconds[before]?.[stop] ?? 0);
    cost += driving;
    if (clock !== null) clock += driving;
    const window = windows[stop] ?? null;
    let late = 0;
    if (window) {
      clock ??= window.from;
      if (clock < window.from) {
        cost += window.from - clock;
        clock = window.from;
      }
      late = Math.max(0, clock - window.to);
      if (late > 0) cost += latePenalty + late;
    }
    visit?.({ stop, arrival: clock, late });
    if (clock !== null) clock += serviceSeconds[stop] ?? 0;
    before = stop;
  }
  return cost;
}

/** The stops of an order that are reached after their window. */
export function lateStops(problem: OrderProblem, order: readonly number[]): number[] {
  const late: number[] = [];
  follow(problem, order, (step) => {
    if (step.late > 0) late.push(step.stop);
  });
  return late;
}

/** The driving time of an order. */
export const drivingSeconds = ({ seconds }: OrderProblem, order: readonly number[]): number =>
  order.slice(1).reduce((sum, stop, n) => sum + (seconds[order[n] ?? 0]?.[stop] ?? 0), 0);

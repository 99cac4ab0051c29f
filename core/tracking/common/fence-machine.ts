import type { Fix } from '#core/telemetry/common/position.ts';

/**
 * Whether a device is in a geofence. `since` is the time of the fix from which the state applies. `event` is true if
 * the device entered or left, and false if the first fix or an edited fence has set it. `candidateAt` is the time of
 * the first fix that contradicts it.
 */
export type FenceState = { inside: boolean; since: number; event: boolean; candidateAt: number | null };
export type FenceEvent = 'enter' | 'exit';
export type FenceStep = { state: FenceState; event: FenceEvent | null };

/** The error in metres of a fix without one, by its source. */
const assumedErrors: Partial<Record<Fix['source'], number>> = { gnss: 15, wifi: 50, cell: 1000, ble: 50, lora: 1000 };
export const errorOf = ({ accuracy, source }: Pick<Fix, 'accuracy' | 'source'>): number =>
  accuracy ?? assumedErrors[source] ?? 0;

/** Metres around the edge within which a fix does not count. `radius`: that of a circle with the area of the fence. */
export const bandOf = (radius: number): number => Math.min(200, Math.max(20, radius * 0.1));

/** The least error that a fence accepts. A smaller fence is still evaluated with usual receivers. */
const leastUsableError = 50;
/** A device that reports this seldom is believed at its first fix outside, unless it reports that it is not moving. */
const seldomSeconds = 600;

/**
 * Whether a fix is exact enough to decide on which side of a fence a device is. `radius`: that of a circle with the
 * area of the fence.
 */
export const canShow = (fix: Pick<Fix, 'accuracy' | 'source'>, radius: number): boolean =>
  errorOf(fix) <= Math.max(leastUsableError, radius);

export type FenceObservation = {
  fix: Pick<Fix, 'time' | 'accuracy' | 'source' | 'motion'>;
  /** Metres outside the edge, negative within. */
  distance: number;
  /** The radius in metres of a circle with the area of the fence. */
  radius: number;
  /** The reporting interval of the device. */
  intervalSeconds: number;
};

/**
 * The state after a fix that is neither coarse nor an outlier nor late. Without a state before, the fix sets it. A
 * device enters with two fixes within, or with one that is within by its error and the band. It leaves with two in a row
 * that are outside by both, or with one if it reports seldom.
 */
export function stepFence(before: FenceState | undefined, seen: FenceObservation): FenceStep {
  const { fix, distance, radius, intervalSeconds } = seen;
  const error = errorOf(fix);
  if (!before)
    return { state: { inside: distance <= 0, since: fix.time, event: false, candidateAt: null }, event: null };
  if (!canShow(fix, radius)) return { state: before, event: null };
  const band = bandOf(radius);
  const against = before.inside ? distance - error > band : distance <= 0;
  if (!against) {
    // A fix within the band or its error neither confirms nor contradicts: a device that leaves slowly is not held back.
    const clearly = before.inside ? distance <= 0 : distance > 0;
    return { state: clearly && before.candidateAt !== null ? { ...before, candidateAt: null } : before, event: null };
  }
  const atOnce = before.inside ? intervalSeconds >= seldomSeconds && fix.motion !== false : distance + error <= -band;
  if (before.candidateAt === null && !atOnce) return { state: { ...before, candidateAt: fix.time }, event: null };
  const since = before.candidateAt ?? fix.time;
  return {
    state: { inside: !before.inside, since, event: true, candidateAt: null },
    event: before.inside ? 'exit' : 'enter',
  };
}

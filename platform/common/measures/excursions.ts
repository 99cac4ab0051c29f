/** A value at a time in ms since 1970. */
export type Sample = { at: number; value: number };

/** A time outside of the limits, with values in the unit of the samples. */
export type Excursion = {
  from: number;
  /** Null while it lasts. */
  to: number | null;
  /** Until when its facts are known: its end, or the newest sample. */
  until: number;
  /** The value furthest from the limits. */
  peak: number;
  /** Σ (value − limit) · Δt in units × minutes (K·min of temperatures); a gap counts up to its length. */
  degreeMinutes: number;
  /** Null until it has lasted longer than the allowance. */
  severity: 'poor' | 'problem' | null;
};

export type ExcursionLimits = {
  low: number;
  high: number;
  /** An excursion counts once it has lasted longer. */
  allowanceMinutes: number;
  /** It has ended when the values were in range for this long. */
  recoveryMinutes: number;
  /** An excursion this far beyond a limit is a problem as soon as it counts. */
  grave: number;
  /** Without a sample for longer than this, nothing is known. */
  gapMs: number;
};

const minuteMs = 60_000;

const beyond = ({ low, high }: ExcursionLimits, value: number): number => Math.max(value - high, low - value, 0);

/**
 * The excursions in samples in the order of time. One begins with the first sample out of range, and ends with the first
 * sample in range that is followed by the time of recovery in range. A gap is never in range.
 */
export function excursionsIn(samples: readonly Sample[], limits: ExcursionLimits): Excursion[] {
  const found: Excursion[] = [];
  let open: Excursion | null = null;
  /** The first sample of a recovery that is under way. */
  let recovery: number | null = null;
  let last: Sample | null = null;
  for (const sample of samples) {
    const { at, value } = sample;
    const deviation = beyond(limits, value);
    if (last && at - last.at > limits.gapMs) recovery = null;
    if (open && last)
      open.degreeMinutes += (beyond(limits, last.value) * Math.min(at - last.at, limits.gapMs)) / minuteMs;
    if (deviation > 0) {
      open ??= begun(sample);
      recovery = null;
      if (deviation > beyond(limits, open.peak)) open.peak = value;
    } else if (open) recovery ??= at;
    if (open) {
      open.until = recovery ?? at;
      open.severity = severityOf(open, limits);
      if (recovery !== null && at - recovery >= limits.recoveryMinutes * minuteMs) {
        found.push({ ...open, to: recovery, until: recovery });
        open = recovery = null;
      }
    }
    last = sample;
  }
  return open ? [...found, open] : found;
}

const begun = ({ at, value }: Sample): Excursion => ({
  from: at,
  to: null,
  until: at,
  peak: value,
  degreeMinutes: 0,
  severity: null,
});

function severityOf({ from, until, peak }: Excursion, limits: ExcursionLimits): Excursion['severity'] {
  const allowed = limits.allowanceMinutes * minuteMs;
  if (until - from < allowed) return null;
  return until - from >= 2 * allowed || beyond(limits, peak) >= limits.grave ? 'problem' : 'poor';
}

/** How long, in ms, the samples of a period are known, and how long of that they are in range. A sample holds until the next, at most for a gap. */
export function timeInRange(
  samples: readonly Sample[],
  until: number,
  limits: ExcursionLimits,
): { known: number; inRange: number } {
  let [known, inRange] = [0, 0];
  for (const [index, { at, value }] of samples.entries()) {
    const held = Math.min((samples[index + 1]?.at ?? until) - at, limits.gapMs);
    known += held;
    if (beyond(limits, value) === 0) inRange += held;
  }
  return { known, inRange };
}

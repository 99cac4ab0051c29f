import { type ExcursionLimits, type Sample, timeInRange } from '#platform/common/measures/excursions.ts';
import type { ColdRoomFigures } from '../../common/cold/cold-routes.ts';
import { meanKineticTemperature } from '../../common/cold/mean-kinetic.ts';
import type { ColdSetting } from '../../common/cold/product-class.ts';

/** The mean kinetic temperature is meaningful only if most of the time is known, and above freezing. */
const neededCoverage = 0.9;

type Span = { from: number; to: number };

/** How long each sample holds, in ms: until the next, at most for a gap. */
function held(samples: readonly Sample[], until: number, gapMs: number): { value: number; weight: number }[] {
  return samples.map(({ at, value }, i) => ({ value, weight: Math.min((samples[i + 1]?.at ?? until) - at, gapMs) }));
}

/** The mean kinetic temperature of a span in °C; null if too little of it is known, or if it is not above 0 °C. */
export function kineticOf(
  samples: readonly Sample[],
  { from, to }: Span,
  limits: ExcursionLimits,
  deltaH: number,
): number | null {
  const weighed = held(samples, to, limits.gapMs);
  const known = weighed.reduce((sum, { weight }) => sum + weight, 0);
  if (known < neededCoverage * (to - from)) return null;
  const kinetic = meanKineticTemperature(weighed, deltaH);
  return kinetic !== null && kinetic > 0 ? kinetic : null;
}

/** The seconds between samples for half of the time or more: a burst of samples does not hide that the others are rare. */
function usualStep(steps: readonly number[]): number | null {
  const half = steps.reduce((sum, step) => sum + step, 0) / 2;
  let gone = 0;
  const usual = steps
    .toSorted((a, b) => a - b)
    .find((step) => {
      gone += step;
      return gone >= half;
    });
  return usual === undefined ? null : usual / 1000;
}

/** The figures of the samples of a span. */
export function figuresOf(
  samples: readonly Sample[],
  span: Span,
  { limits, setting }: { limits: ExcursionLimits; setting: ColdSetting },
): ColdRoomFigures {
  const values = samples.map(({ value }) => value);
  const { known, inRange } = timeInRange(samples, span.to, limits);
  const weighed = held(samples, span.to, limits.gapMs);
  const steps = samples.slice(1).map(({ at }, i) => at - (samples[i] as Sample).at);
  return {
    lowest: values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b)),
    highest: values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b)),
    mean: known === 0 ? null : weighed.reduce((sum, { value, weight }) => sum + value * weight, 0) / known,
    meanKinetic: kineticOf(samples, span, limits, setting.deltaH),
    coverage: span.to > span.from ? Math.min(1, known / (span.to - span.from)) : 0,
    inRange: known === 0 ? null : inRange / known,
    samples: samples.length,
    sampleSeconds: usualStep(steps),
  };
}

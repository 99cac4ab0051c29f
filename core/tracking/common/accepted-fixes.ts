import type { Fix } from '#core/telemetry/common/position.ts';
import { impliedSpeed } from './fix-quality.ts';
import type { TrackFix } from './track-fix.ts';

/** A position that is not coarse, with the data that determine its possible error, and whether it arrived after newer ones. */
export type CandidateFix = TrackFix & Pick<Fix, 'accuracy' | 'source'> & { isLate?: boolean };

/** A run of positions elsewhere is an outlier as a whole up to this many positions and this long. */
const longestRunFixes = 10;
export const longestRunMs = 10 * 60_000;
/** Receivers that jump between more places than this are not worth following. */
const maxRuns = 4;

/**
 * What is known about the positions up to `until`. `runs`: positions that the device could not have reached from `last`, in runs
 * within which it could have moved. The latest positions will show whether they are outliers.
 */
export type FilterState = { last: CandidateFix; runs: readonly (readonly CandidateFix[])[]; until: number };
/** `jumped`: no vehicle can have covered the distance to it. */
export type AcceptedFix = CandidateFix & { jumped: boolean };
export type FilterStep = { judgement: FilterState; accepted: AcceptedFix[] };

/**
 * Filters the next position in time. It is accepted if the device can have reached it from the last accepted one; the
 * positions in between were outliers. A run of positions that lasts longer than an outlier is accepted as a whole.
 */
export function filterFix(before: FilterState | null, fix: CandidateFix, maxSpeed: number): FilterStep {
  const until = fix.time;
  const accepted = { ...fix, jumped: false };
  if (!before || impliedSpeed(before.last, fix) <= maxSpeed)
    return { judgement: { last: fix, runs: [], until }, accepted: [accepted] };
  const { last, runs } = before;
  const joined = runs.findLast((run) => run.slice(-1).some((end) => impliedSpeed(end, fix) <= maxSpeed));
  const run = [...(joined ?? []), fix];
  const others = runs.filter((other) => other !== joined);
  if (!isTooLongForOutliers(run))
    return { judgement: { last, runs: [...others, run].slice(-maxRuns), until }, accepted: [] };
  return {
    judgement: { last: fix, runs: [], until },
    accepted: run.map((one, at) => ({ ...one, jumped: at === 0 })),
  };
}

const isTooLongForOutliers = (run: readonly CandidateFix[]): boolean =>
  run.length > longestRunFixes || (run.at(-1)?.time ?? 0) - (run[0]?.time ?? 0) > longestRunMs;

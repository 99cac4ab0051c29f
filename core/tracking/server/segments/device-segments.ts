import {
  type DistanceSource,
  type KeptSettings,
  ofPositions,
  settingsInForce,
} from '#core/devices/common/models/kept-settings.ts';
import { type Reports, reportingOf } from '#core/devices/common/models/reporting.ts';
import { type CandidateFix, filterFix } from '../../common/accepted-fixes.ts';
import { type Figures, figuresFromStart, figuresFromStop, nextFigures } from '../../common/movement/figures.ts';
import type { Cuts } from '../../common/movement/slot-times.ts';
import { stepRuns } from '../../common/movement/slow-runs.ts';
import {
  advanceTrack,
  currentSegments,
  type Segment,
  type TrackSettings,
  trackSettings,
} from '../../common/track-segments.ts';
import type { FenceIndex } from '../fences/fence-index.ts';
import { FenceWalk } from '../fences/fence-walk.ts';
import type { FixReading, FixReadings } from '../movement/fix-readings.ts';
import { cutsOf, type SubjectSpan } from '../movement/subjects.ts';
import { type DatedSettings, settingsAt } from '../settings/company-settings.ts';
import { type FlaggedFix, fixesAtOnce, type Made, type MadeSegment, type Start } from './segment-rows.ts';

export type TrackedModel = { reports: Reports; maxSpeed: number; kept: KeptSettings };
type Known = {
  index: FenceIndex;
  company: DatedSettings;
  readings: FixReadings | undefined;
  spans: readonly SubjectSpan[];
};

/** Unless people have chosen the odometer, it is read only with positions. */
const odometerMs = 60_000;

/** What the positions of a device make. */
export function segmentsFrom(start: Start, fixes: readonly FlaggedFix[], model: TrackedModel, known: Known): Made[] {
  const intervalSeconds = reportingOf(model.reports, start.kept).movingSeconds;
  // By the time of a position, so that it does not matter when it arrives.
  const keptAt = (time: number) =>
    settingsInForce({ model: model.kept, company: settingsAt(known.company, time), template: start.kept });
  const settingsOf = (time: number) => trackSettings(intervalSeconds, keptAt(time));
  // Visits outlive the positions that showed them.
  const visitsFrom = Math.max(start.from, fixes[0]?.time ?? 0);
  const walk = new FenceWalk({
    index: known.index,
    intervalSeconds,
    states: start.fences,
    kept: start.state?.fences,
    isFirst: start.isFirst,
  });
  const read = fixes.map((fix) => ({ ...fix, ...readAt(known.readings?.get(fix.time), keptAt(fix.time)) }));
  const cuts = cutsOf(known.spans);
  const { track, judgement, ended, runs, accepted } = follow(start, read, {
    maxSpeed: model.maxSpeed,
    settingsOf,
    cuts,
    walk,
  });
  if (!track || !judgement) return [];
  const current = currentSegments(track, settingsOf(track.last.time));
  const unread = fixes.length === fixesAtOnce;
  const replacesTo = unread ? track.last.time : Number.POSITIVE_INFINITY;
  const isLate = start.isLate || start.state?.isLate === true;
  const before = figuresBefore(start, accepted[0] ?? track.last.time);
  const { figures, slots, ofSegment } = nextFigures(before, { track, ended, current, runs }, cuts);
  const segments = [...ended, ...current].map((one) => ({
    ...one,
    ...ofSegment(one),
    ...(one.kind === 'stop' ? beforeStop(walk, one.from.time) : null),
  }));
  return [
    {
      device: start.device,
      state: { track, judgement, fences: walk.progress(track), figures, isLate: isLate && unread },
      segments,
      visits: { device: start.device, from: visitsFrom, ...walk.ended() },
      quarters: { device: start.device, from: before.until, to: replacesTo, slots, spans: known.spans },
      // Segments written for the previous state are written again. Segments outlive their positions.
      replacesFrom: start.state?.track.stop.from.time ?? fixes[0]?.time ?? start.from,
      replacesTo,
      isLate,
      ...wrongFlags(fixes, new Set(accepted), start.state?.judgement.runs.flat() ?? []),
      unread,
    },
  ];
}

const figuresBefore = ({ state, stopAt }: Start, first: number): Figures =>
  state?.figures ?? (stopAt === null ? figuresFromStart(first) : figuresFromStop(stopAt));

type Follow = { maxSpeed: number; settingsOf: (time: number) => TrackSettings; cuts: Cuts; walk: FenceWalk };

/** Follows the positions of a device. Returns its state after them, and the times of the accepted ones. */
function follow({ state }: Start, fixes: readonly CandidateFix[], { maxSpeed, settingsOf, cuts, walk }: Follow) {
  let judgement = state?.judgement ?? null;
  let track = state?.track ?? null;
  let runs = state?.figures?.runs ?? [];
  const ended: Segment[] = [];
  const accepted: number[] = [];
  for (const fix of fixes) {
    const step = filterFix(judgement, fix, maxSpeed);
    judgement = step.judgement;
    for (const next of step.accepted) {
      const settings = settingsOf(next.time);
      if (track) runs = stepRuns(runs, track.last, next, settings);
      const advanced = advanceTrack(track, next, settings, cuts);
      track = advanced.state;
      walk.step(next);
      ended.push(...advanced.ended);
      accepted.push(next.time);
    }
  }
  return { track, judgement, ended, runs, accepted };
}

/** What a reading at a position shows. */
function readAt(
  { ignition, odometer }: FixReading = { ignition: null, odometer: null },
  { distanceSource = ofPositions.distanceSource.default }: { distanceSource?: DistanceSource },
): { ignition: boolean | null; odometer: number | null } {
  const isRead = distanceSource === 'odometer' || (distanceSource === 'auto' && (odometer?.ageMs ?? 0) <= odometerMs);
  return { ignition, odometer: isRead ? (odometer?.metres ?? null) : null };
}

/** The times of positions whose stored flag is wrong. `doubted`: earlier ones that were in doubt. */
function wrongFlags(
  fixes: readonly FlaggedFix[],
  accepted: ReadonlySet<number>,
  doubted: readonly CandidateFix[],
): Pick<Made, 'outliers' | 'cleared'> {
  const wrong = fixes.filter(({ time, isOutlier }) => isOutlier === accepted.has(time));
  return {
    outliers: wrong.flatMap(({ isOutlier, time }) => (isOutlier ? [] : time)),
    cleared: [
      ...doubted.flatMap(({ time }) => (accepted.has(time) ? time : [])),
      ...wrong.flatMap(({ isOutlier, time }) => (isOutlier ? time : [])),
    ],
  };
}

/** What late positions go on from. Null rather than an empty list: most stops are outside of all geofences. */
function beforeStop(walk: FenceWalk, time: number): Pick<MadeSegment, 'fences' | 'isFirst'> {
  const states = walk.statesAt(time);
  return { fences: states.length > 0 ? states : null, isFirst: walk.isFirstAt(time) };
}

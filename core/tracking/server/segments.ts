import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type KeptSettings, keptSettingsOf, settingsInForce } from '#core/devices/common/models/kept-settings.ts';
import { maxSpeedOf } from '#core/devices/common/models/max-speed.ts';
import { type Reports, reportingOf } from '#core/devices/common/models/reporting.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';
import { filterFix } from '../common/accepted-fixes.ts';
import { advanceTrack, currentSegments, type Segment, trackSettings } from '../common/track-segments.ts';
import { type FenceIndex, FenceIndexes } from './fences/fence-index.ts';
import { FenceWalk } from './fences/fence-walk.ts';
import {
  type Due,
  type FlaggedFix,
  fixesAtOnce,
  type Made,
  type MadeSegment,
  readFixes,
  recordUnread,
  type Start,
  startsOf,
  takeDueDevices,
  writeSegments,
} from './segment-rows.ts';
import { type DatedSettings, readCompanySettings, settingsAt } from './settings/company-settings.ts';
import { rebuildSome } from './settings/rebuild-run.ts';

const everyMs = 3000;
/** Records wait this long, so that the positions which they cover are committed. */
const settledSeconds = 15;

/** The work takes a quarter of the time, however many segments are due. The rest belongs to messages. */
const restRatio = 3;

/** Only one process computes segments at a time. */
const lockId = 7274336;

type Model = { reports: Reports; maxSpeed: number; kept: KeptSettings };

/** Computes the segments of new and late positions in the background. */
export function startSegments(kit: Kit): Stop {
  const indexes = new FenceIndexes();
  const ended = new AbortController();
  const rest = (ms: number) => pause(restRatio * ms, undefined, { signal: ended.signal }).catch(() => undefined);
  const stop = repeat(kit, everyMs, 'making the segments of tracks failed', () =>
    makeSegments(kit, { afterSeconds: settledSeconds, indexes, isEnding: () => ended.signal.aborted, rest }),
  );
  return async () => {
    ended.abort();
    await stop();
  };
}

type MakeOptions = {
  /** Records wait this long. */
  afterSeconds?: number;
  indexes?: FenceIndexes;
  /** Stops the work between transactions. */
  isEnding?: () => boolean;
  /** Called between transactions with the time in ms that the previous ones took. */
  rest?: (ms: number) => Promise<void>;
};

/** Computes all segments and geofence visits that are due. */
export async function makeSegments(
  kit: Kit,
  { afterSeconds = 0, indexes = new FenceIndexes(), isEnding = () => false, rest }: MakeOptions = {},
): Promise<void> {
  for (let isDone = false; !isDone && !isEnding(); ) {
    const startedAt = performance.now();
    const isMade = await alone(kit, async (tx) => {
      const due = await takeDueDevices(tx, afterSeconds);
      await recordUnread(tx, await makeFrom(kit, tx, due, indexes));
      return due.length > 0;
    });
    // In a separate transaction, so that a failing rebuild does not stop the segments of new positions.
    const isRebuilt = await alone(kit, (tx) => rebuildSome(tx, (due) => makeFrom(kit, tx, due, indexes)));
    isDone = !isMade && !isRebuilt;
    if (!isDone) await rest?.(performance.now() - startedAt);
  }
}

/** One bounded transaction. Returns false if nothing is left to do, or another worker computes segments. */
const alone = (kit: Kit, work: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
  inSystem(kit.db, async (tx) => {
    const lock = await sql<{ free: boolean }>`SELECT pg_try_advisory_xact_lock(${lockId}) AS free`.execute(tx);
    return lock.rows[0]?.free === true && work(tx);
  });

/** Computes and stores what the positions of devices make. */
async function makeFrom(kit: Kit, tx: Tx, due: readonly Due[], indexes: FenceIndexes): Promise<Made[]> {
  if (due.length === 0) return [];
  const starts = await startsOf(tx, due);
  const fixes = await readFixes(tx, starts);
  const companies = [...new Set(starts.map(({ companyId }) => companyId))];
  await indexes.load(tx, companies);
  const settings = await readCompanySettings(tx, companies);
  const models = modelsOf(kit);
  const made: Made[] = [];
  for (const start of starts) {
    const model = models.get(start.hardwareId);
    // A model that reports no positions has no segments.
    if (!model) continue;
    const index = indexes.of(start.companyId);
    const company = settings.get(start.companyId) ?? [];
    made.push(...segmentsFrom(start, fixes.get(start.device) ?? [], model, { index, company }));
    // The messages that arrived meanwhile are handled first.
    await nextTurn();
  }
  await writeSegments(tx, made);
  return made;
}

const modelsOf = ({ apps }: Kit): ReadonlyMap<number, Model> =>
  new Map(
    apps.flatMap(({ hardware = [] }) =>
      hardware.flatMap((model) => {
        const maxSpeed = maxSpeedOf(model);
        if (maxSpeed === null) return [];
        return [[model.id, { reports: model, maxSpeed, kept: keptSettingsOf(model) }] as const];
      }),
    ),
  );

function segmentsFrom(
  start: Start,
  fixes: readonly FlaggedFix[],
  { reports, maxSpeed, kept: model }: Model,
  { index, company }: { index: FenceIndex; company: DatedSettings },
): Made[] {
  const intervalSeconds = reportingOf(reports, start.kept).movingSeconds;
  // By the time of a position, so that it does not matter when it arrives.
  const settingsOf = (time: number) =>
    trackSettings(
      intervalSeconds,
      settingsInForce({ model, company: settingsAt(company, time), template: start.kept }),
    );
  let judgement = start.state?.judgement ?? null;
  let track = start.state?.track ?? null;
  // Segments written for the previous state are written again. Segments outlive their positions.
  const replacesFrom = track ? track.stop.from.time : (fixes[0]?.time ?? start.from);
  // Visits, too, outlive the positions that showed them.
  const visitsFrom = Math.max(start.from, fixes[0]?.time ?? 0);
  const walk = new FenceWalk({
    index,
    intervalSeconds,
    states: start.fences,
    kept: start.state?.fences,
    isFirst: start.isFirst,
  });
  const segments: Segment[] = [];
  const acceptedTimes = new Set<number>();
  const doubted = (judgement?.runs ?? []).flat().map(({ time }) => time);
  for (const { isOutlier: _, ...fix } of fixes) {
    const step = filterFix(judgement, fix, maxSpeed);
    judgement = step.judgement;
    for (const accepted of step.accepted) {
      acceptedTimes.add(accepted.time);
      const next = advanceTrack(track, accepted, settingsOf(accepted.time));
      track = next.state;
      walk.step(accepted);
      segments.push(...next.ended);
    }
  }
  if (!track || !judgement) return [];
  segments.push(...currentSegments(track, settingsOf(track.last.time)));
  const isWrong = ({ time, isOutlier }: FlaggedFix) => isOutlier === acceptedTimes.has(time);
  const wrong = fixes.filter(isWrong);
  return [
    {
      device: start.device,
      state: { track, judgement, fences: walk.progress(track) },
      segments: segments.map((one) => ({ ...one, ...(one.kind === 'stop' ? beforeStop(walk, one.from.time) : null) })),
      visits: { device: start.device, from: visitsFrom, ...walk.ended() },
      replacesFrom,
      outliers: wrong.flatMap(({ isOutlier, time }) => (isOutlier ? [] : time)),
      cleared: [
        ...doubted.filter((time) => acceptedTimes.has(time)),
        ...wrong.flatMap(({ isOutlier, time }) => (isOutlier ? time : [])),
      ],
      unread: fixes.length === fixesAtOnce,
    },
  ];
}

/** What late positions go on from. Null rather than an empty list: most stops are outside of all geofences. */
function beforeStop(walk: FenceWalk, time: number): Pick<MadeSegment, 'fences' | 'isFirst'> {
  const states = walk.statesAt(time);
  return { fences: states.length > 0 ? states : null, isFirst: walk.isFirstAt(time) };
}

import { sql } from 'kysely';
import type { KeptSettings } from '#core/devices/common/models/kept-settings.ts';
import { deviceFacts, keptSettings } from '#core/devices/server/api.ts';
import { positionSources } from '#core/telemetry/common/position.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type CandidateFix, type FilterState, longestRunMs } from '../../common/accepted-fixes.ts';
import type { FenceState } from '../../common/fence-machine.ts';
import { coarse, late, outlier } from '../../common/fix-quality.ts';
import type { Figures, SegmentFigures } from '../../common/movement/figures.ts';
import type { Segment, TrackState } from '../../common/track-segments.ts';
import type { FenceStates } from '../fences/fence-steps.ts';
import { type FenceProgress, statesFrom } from '../fences/fence-walk.ts';
import { type MadeVisits, readOpenVisits, writeVisits } from '../fences/visit-rows.ts';
import { type MadeQuarters, replaceQuarters } from '../movement/quarter-rows.ts';
import { type ReplacedSegment, versionsAfter } from './segment-versions.ts';

const recordsAtOnce = 200;
/** The most positions of a device that are read at once. */
export const fixesAtOnce = 1000;
/** About as many positions of all devices are read at once, so that messages do not wait long for the computation. */
const fixesOfAll = 5000;
/** Positions are counted up to here; a device with more is expected to have `fixesAtOnce`. */
const countedFixes = 200;

/** How far the segments of a device have been computed; without figures by an earlier version of the product. */
export type SegmentProgress = {
  track: TrackState;
  judgement: FilterState;
  fences?: FenceProgress | undefined;
  figures?: Figures | undefined;
  /** Positions after it had been read before. */
  isLate?: boolean;
};
export type Due = {
  device: number;
  companyId: number;
  dueFrom: number;
  state: SegmentProgress | null;
  hardwareId: number;
  kept: KeptSettings;
};
/**
 * `from`: the time of the first position to read. `fences`: those that the device was in, or entering, before it. `isFirst`:
 * nothing is known of the device before it. `isLate`: what was made of later positions is made again, from `stopAt`, the
 * begin of a stop, or from the first position.
 */
export type Start = Due & {
  from: number;
  fences: FenceStates;
  isFirst: boolean;
  isLate: boolean;
  stopAt: number | null;
};
/** A position with the flag under which it is stored. */
export type FlaggedFix = CandidateFix & { isOutlier: boolean };
/** A segment, and for a stop the fences that the device was in, or entering, before its first position. */
export type MadeSegment = Segment &
  SegmentFigures & {
    fences?: readonly (readonly [number, FenceState])[] | null;
    /** It begins with the first position of the device. */
    isFirst?: boolean;
  };
export type Made = {
  device: number;
  state: SegmentProgress;
  segments: MadeSegment[];
  visits: MadeVisits;
  quarters: MadeQuarters;
  /** What was stored from this time on is replaced, up to the last position; later segments wait for unread positions. */
  replacesFrom: number;
  replacesTo: number;
  /** Later positions had been read before. */
  isLate: boolean;
  /** The times of positions whose stored flag is wrong. */
  outliers: number[];
  cleared: number[];
  unread: boolean;
};

/** The columns of `Due`, from rows `due` with `device_id` and `due_from`. */
export const dueColumns = sql`due.device_id AS device, d.company_id, round(extract(epoch FROM due.due_from) * 1000)::float8 AS due_from, p.state, d.hardware_id, k.settings AS kept`;
export const dueJoins = sql`JOIN ${sql.raw(deviceFacts)} d ON d.id = due.device_id JOIN ${sql.raw(keptSettings)} k ON k.device_id = due.device_id LEFT JOIN track_progress p ON p.device_id = due.device_id`;

/**
 * Takes due records, oldest first, as many as have few positions together, and merges those of a device. Those of a device whose tracks are being recomputed wait:
 * its state is in the past.
 */
export async function takeDueDevices(tx: Tx, afterSeconds: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    WITH waiting AS (
      SELECT id, device_id, due_from FROM track_due t WHERE created_at <= now() - ${afterSeconds} * interval '1 second'
         AND NOT EXISTS (SELECT FROM track_rebuild_device b WHERE b.device_id = t.device_id AND b.begun)
       ORDER BY id LIMIT ${recordsAtOnce}),
    devices AS (SELECT device_id, min(due_from) AS due_from, min(id) AS first FROM waiting GROUP BY 1),
    counted AS (
      SELECT d.*, CASE WHEN c.n < ${countedFixes} THEN c.n ELSE ${fixesAtOnce} END AS n
        FROM devices d CROSS JOIN LATERAL (
          SELECT count(*)::integer AS n FROM (SELECT FROM device_position WHERE device_id = d.device_id AND time >= d.due_from LIMIT ${countedFixes}) p) c),
    due AS (SELECT device_id, due_from FROM (SELECT c.*, sum(n) OVER (ORDER BY first) - n AS before FROM counted c) c WHERE before < ${fixesOfAll}),
    taken AS (DELETE FROM track_due WHERE id IN (SELECT w.id FROM waiting w JOIN due USING (device_id)))
    SELECT ${dueColumns} FROM due ${dueJoins}`.execute(tx);
  return rows;
}

/**
 * Where the computation resumes for each device: after its state, or, with late positions, from the last stop that had
 * ended before them. A stop begins with a fix, whatever preceded it.
 */
export async function startsOf(tx: Tx, due: readonly Due[]): Promise<Start[]> {
  const lateTo = ({ state, dueFrom }: Due) => Math.min(dueFrom, state?.judgement.until ?? dueFrom);
  const isLate = ({ state, dueFrom }: Due) => state !== null && (dueFrom <= state.judgement.until || !state.figures);
  const [lateOnes, others] = [due.filter(isLate), due.filter((one) => !isLate(one))];
  const stops = await lastStops(
    tx,
    lateOnes.map((one) => ({ device: one.device, time: lateTo(one) })),
  );
  const stopOf = new Map(stops.map((stop) => [stop.device, stop]));
  const open = await readOpenVisits(
    tx,
    others.map(({ device }) => device),
  );
  return due.map((one) => {
    const { device, state } = one;
    if (isLate(one)) {
      const stop = stopOf.get(device);
      const [stopAt, isFirst] = [stop?.at ?? null, stop?.isFirst ?? true];
      return { ...one, state: null, from: stopAt ?? 0, fences: new Map(stop?.fences), isFirst, isLate: true, stopAt };
    }
    const fences = statesFrom(open.get(device) ?? [], state?.fences?.candidates);
    const from = state === null ? 0 : state.judgement.until + 1;
    return { ...one, from, fences, isFirst: state === null, isLate: false, stopAt: null };
  });
}

type LastStop = { device: number; at: number; fences: [number, FenceState][] | null; isFirst: boolean };

/**
 * The last stops before late positions. One that began within a run of doubtful positions is not known before the run ends.
 * A quarter of an hour begins within the stop: the quarters before it do not change.
 */
async function lastStops(tx: Tx, late: readonly { device: number; time: number }[]): Promise<LastStop[]> {
  if (late.length === 0) return [];
  const { rows } = await sql<LastStop>`
    SELECT n.d AS device, round(extract(epoch FROM s.started_at) * 1000)::float8 AS at, s.fences, s.is_first
      FROM unnest(${late.map(({ device }) => device)}::integer[], ${late.map(({ time }) => time)}::float8[]) AS n(d, t)
      JOIN LATERAL (SELECT started_at, fences, is_first FROM track_segment WHERE device_id = n.d AND kind = 'stop' AND NOT running AND ended_at < to_timestamp(n.t / 1000)
                       AND ended_at >= date_bin('15 minutes', started_at, 'epoch') + interval '15 minutes'
                       AND NOT EXISTS (SELECT FROM track_segment g WHERE g.device_id = n.d AND g.kind = 'gap' AND g.ended_at <= track_segment.started_at
                                          AND g.ended_at >= track_segment.ended_at - ${longestRunMs} * interval '1 millisecond')
                     ORDER BY started_at DESC LIMIT 1) s ON true`.execute(tx);
  return rows;
}

type FixRow = Omit<FlaggedFix, 'source'> & { device: number; source: number };

export async function readFixes(tx: Tx, starts: readonly Start[]): Promise<Map<number, FlaggedFix[]>> {
  const { rows } = await sql<FixRow>`
    SELECT n.d AS device, p.* FROM unnest(${starts.map(({ device }) => device)}::integer[], ${starts.map(({ from }) => from)}::float8[]) AS n(d, t)
      CROSS JOIN LATERAL (
        SELECT round(extract(epoch FROM time) * 1000)::float8 AS time, lat, lng, speed, motion, accuracy, source, flags & ${outlier} <> 0 AS is_outlier, flags & ${late} <> 0 AS is_late FROM device_position
         WHERE device_id = n.d AND device_position.time >= to_timestamp(n.t / 1000) AND flags & ${coarse} = 0
         ORDER BY device_position.time LIMIT ${fixesAtOnce}) p
     ORDER BY 1, 2`.execute(tx);
  const fixes = new Map<number, FlaggedFix[]>();
  for (const { device, source, ...fix } of rows) {
    const ofDevice = fixes.get(device) ?? [];
    ofDevice.push({ ...fix, source: positionSources[source] ?? 'gnss' });
    fixes.set(device, ofDevice);
  }
  return fixes;
}

export async function writeSegments(tx: Tx, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  const devices = made.map(({ device }) => device);
  const { rows: replaced } = await sql<ReplacedSegment>`
    DELETE FROM track_segment s USING unnest(${devices}::integer[], ${made.map(({ replacesFrom }) => replacesFrom)}::float8[], ${made.map(({ replacesTo }) => replacesTo)}::float8[]) AS n(d, f, t)
     WHERE s.device_id = n.d AND s.started_at >= to_timestamp(n.f / 1000) AND s.started_at <= to_timestamp(n.t / 1000)
    RETURNING s.device_id AS device, round(extract(epoch FROM s.started_at) * 1000)::float8 AS "from", round(extract(epoch FROM s.ended_at) * 1000)::float8 AS "to", s.kind, s.metres, s.idle_s, s.running, s.version`.execute(
    tx,
  );
  const versionOf = versionsAfter(replaced);
  const rows = made.flatMap(({ device, isLate, segments }) =>
    segments.map(({ parts: _, ...segment }) => ({
      ...segment,
      device,
      started: segment.from.time,
      ended: segment.to.time,
      top: segment.topSpeed,
      version: versionOf(device, segment, isLate),
    })),
  );
  await sql`INSERT INTO track_segment (device_id, started_at, ended_at, kind, running, metres, top_speed, fixes, start_lat, start_lng, end_lat, end_lng, fences, is_first, idle_s, driving_s, pauses, source, towed, version)
    SELECT device, to_timestamp(started / 1000), to_timestamp(ended / 1000), kind, running, metres, top, fixes,
           ("from" ->> 'lat')::float8, ("from" ->> 'lng')::float8, ("to" ->> 'lat')::float8, ("to" ->> 'lng')::float8, nullif(fences, 'null'), coalesce("isFirst", false), "idleS", "drivingS", pauses, source, towed, version
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (device integer, started float8, ended float8, kind text, running boolean, metres float8, top real, fixes integer, "from" jsonb, "to" jsonb, fences jsonb, "isFirst" boolean, "idleS" integer, "drivingS" integer, pauses integer, source text, towed boolean, version integer)
    ON CONFLICT (device_id, started_at) DO NOTHING`.execute(tx);
  await sql`INSERT INTO track_progress (device_id, state, made_until)
    SELECT device, state, to_timestamp(until / 1000) FROM jsonb_to_recordset(${JSON.stringify(made.map(({ device, state }) => ({ device, state, until: state.judgement.until })))}::jsonb) AS r (device integer, state jsonb, until float8)
    ON CONFLICT (device_id) DO UPDATE SET state = excluded.state, made_until = excluded.made_until, silent_until = NULL`.execute(
    tx,
  );
  await writeVisits(
    tx,
    made.map(({ visits }) => visits),
  );
  await replaceQuarters(
    tx,
    made.map(({ quarters }) => quarters),
  );
  await correctFlags(tx, made);
}

/** Records that devices have further positions, to be read at once. */
export async function recordUnread(tx: Tx, made: readonly Made[]): Promise<void> {
  const unread = made.filter((one) => one.unread);
  if (unread.length === 0) return;
  await sql`INSERT INTO track_due (device_id, due_from, created_at)
    SELECT d, to_timestamp(t / 1000), now() - interval '1 hour' FROM unnest(${unread.map(({ device }) => device)}::integer[], ${unread.map(unreadFrom)}::float8[]) AS n(d, t)`.execute(
    tx,
  );
}

/** The time from which the positions of a device have not been read. */
export const unreadFrom = ({ state }: Made): number => state.judgement.until + 1;

async function correctFlags(tx: Tx, made: readonly Made[]): Promise<void> {
  const wrong = made.flatMap(({ device, outliers, cleared }) => [
    ...outliers.map((time) => ({ device, time, isOutlier: true })),
    ...cleared.map((time) => ({ device, time, isOutlier: false })),
  ]);
  if (wrong.length === 0) return;
  await sql`UPDATE device_position p SET flags = CASE WHEN n.o THEN p.flags | ${outlier}::smallint ELSE p.flags & ~${outlier}::smallint END
      FROM unnest(${wrong.map(({ device }) => device)}::integer[], ${wrong.map(({ time }) => time)}::float8[], ${wrong.map(({ isOutlier }) => isOutlier)}::boolean[]) AS n(d, t, o)
     WHERE p.device_id = n.d AND p.time = to_timestamp(n.t / 1000)`.execute(tx);
}

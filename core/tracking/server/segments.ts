import { sql } from 'kysely';
import type { KeptSettings } from '#core/devices/common/kept-settings.ts';
import { deviceFacts, keptSettings } from '#core/devices/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { coarse, outlier } from '../common/fix-quality.ts';
import {
  advanceTrack,
  currentSegments,
  type Segment,
  type TrackFix,
  type TrackSettings,
  type TrackState,
  trackSettings,
} from '../common/track-segments.ts';

const everyMs = 3000;
/** Notes wait this long, so that the positions which they cover are committed. */
const settledSeconds = 15;
const devicesAtOnce = 200;
const fixesAtOnce = 5000;

/** One process makes segments at a time. */
const lockId = 7274336;

type Due = { device: number; dueFrom: number; state: TrackState | null; hardwareId: number; kept: KeptSettings };
/** `from`: the time of the first position to read. */
type Start = Due & { from: number };
type FixRow = TrackFix & { device: number };
type Made = { device: number; state: TrackState; segments: Segment[]; replacesFrom: number; unread: boolean };

/** Makes the segments of new and late positions in the background. */
export function startSegments(kit: Kit): Stop {
  return repeat(kit, everyMs, 'making the segments of tracks failed', () => makeSegments(kit, settledSeconds));
}

/** Makes all segments whose notes are this old. */
export async function makeSegments(kit: Kit, afterSeconds = 0): Promise<void> {
  while (await inSystem(kit.db, (tx) => makeSome(kit, tx, afterSeconds)));
}

/** One bounded transaction. Returns false if nothing is due or another worker makes segments. */
async function makeSome(kit: Kit, tx: Tx, afterSeconds: number): Promise<boolean> {
  const lock = await sql<{ free: boolean }>`SELECT pg_try_advisory_xact_lock(${lockId}) AS free`.execute(tx);
  if (!lock.rows[0]?.free) return false;
  const due = await takeDue(tx, afterSeconds);
  if (due.length === 0) return false;
  const starts = await startsOf(tx, due);
  const fixes = Map.groupBy(await readFixes(tx, starts), ({ device }) => device);
  const intervals = new Map(
    kit.apps.flatMap(({ hardware = [] }) => hardware.map((model) => [model.id, model.reportEverySeconds] as const)),
  );
  const made = starts.flatMap((start) => {
    const settings = trackSettings(intervals.get(start.hardwareId) ?? 0, start.kept);
    return segmentsFrom(start, fixes.get(start.device) ?? [], settings);
  });
  await writeSegments(tx, made);
  return true;
}

/** Takes notes, the oldest first, and joins those of a device. */
async function takeDue(tx: Tx, afterSeconds: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    WITH taken AS (
      DELETE FROM track_due WHERE id IN (
        SELECT id FROM track_due WHERE created_at <= now() - ${afterSeconds} * interval '1 second' ORDER BY id LIMIT ${devicesAtOnce})
      RETURNING device_id, due_from),
    due AS (SELECT device_id, min(due_from) AS due_from FROM taken GROUP BY 1)
    SELECT due.device_id AS device, round(extract(epoch FROM due.due_from) * 1000)::float8 AS due_from, p.state, d.hardware_id, k.settings AS kept
      FROM due JOIN ${sql.raw(deviceFacts)} d ON d.id = due.device_id JOIN ${sql.raw(keptSettings)} k ON k.device_id = due.device_id LEFT JOIN track_progress p ON p.device_id = due.device_id`.execute(
    tx,
  );
  return rows;
}

/**
 * Where each device goes on: after its state, or, with late positions, from the last stop that had ended before them. A
 * stop begins with a fix, whatever was before.
 */
async function startsOf(tx: Tx, due: readonly Due[]): Promise<Start[]> {
  const isLate = ({ state, dueFrom }: Due) => state !== null && dueFrom <= state.last.time;
  const lateOnes = due.filter(isLate);
  const stops = lateOnes.length === 0 ? [] : await lastStops(tx, lateOnes);
  const stopAt = new Map(stops.map(({ device, at }) => [device, at]));
  return due.map((one) => {
    if (isLate(one)) return { ...one, state: null, from: stopAt.get(one.device) ?? 0 };
    return { ...one, from: one.state === null ? 0 : one.state.last.time + 1 };
  });
}

async function lastStops(tx: Tx, due: readonly Due[]): Promise<{ device: number; at: number }[]> {
  const { rows } = await sql<{ device: number; at: number }>`
    SELECT n.d AS device, round(extract(epoch FROM s.started_at) * 1000)::float8 AS at
      FROM unnest(${due.map(({ device }) => device)}::integer[], ${due.map(({ dueFrom }) => dueFrom)}::float8[]) AS n(d, t)
      JOIN LATERAL (SELECT started_at FROM track_segment WHERE device_id = n.d AND kind = 'stop' AND NOT running AND ended_at < to_timestamp(n.t / 1000)
                     ORDER BY started_at DESC LIMIT 1) s ON true`.execute(tx);
  return rows;
}

async function readFixes(tx: Tx, starts: readonly Start[]): Promise<FixRow[]> {
  const { rows } = await sql<FixRow>`
    SELECT n.d AS device, p.* FROM unnest(${starts.map(({ device }) => device)}::integer[], ${starts.map(({ from }) => from)}::float8[]) AS n(d, t)
      CROSS JOIN LATERAL (
        SELECT round(extract(epoch FROM time) * 1000)::float8 AS time, lat, lng, speed, motion FROM device_position
         WHERE device_id = n.d AND device_position.time >= to_timestamp(n.t / 1000) AND flags & ${coarse | outlier} = 0
         ORDER BY device_position.time LIMIT ${fixesAtOnce}) p
     ORDER BY 1, 2`.execute(tx);
  return rows;
}

function segmentsFrom(start: Start, fixes: readonly FixRow[], settings: TrackSettings): Made[] {
  let { state } = start;
  // What was written for the state before is written again.
  const replacesFrom = state ? state.stop.from.time : start.from;
  const segments: Segment[] = [];
  for (const { device: _, ...fix } of fixes) {
    const next = advanceTrack(state, fix, settings);
    state = next.state;
    segments.push(...next.ended);
  }
  if (!state) return [];
  segments.push(...currentSegments(state, settings));
  return [{ device: start.device, state, segments, replacesFrom, unread: fixes.length === fixesAtOnce }];
}

async function writeSegments(tx: Tx, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  const devices = made.map(({ device }) => device);
  const lines = made.flatMap(({ device, segments }) => segments.map((segment) => ({ device, ...segment })));
  await sql`DELETE FROM track_segment s USING unnest(${devices}::integer[], ${made.map(({ replacesFrom }) => replacesFrom)}::float8[]) AS n(d, t)
    WHERE s.device_id = n.d AND s.started_at >= to_timestamp(n.t / 1000)`.execute(tx);
  const rows = lines.map(({ device, from, to, metres, topSpeed, ...rest }) => ({
    ...rest,
    device,
    started: from.time,
    ended: to.time,
    metres,
    top: topSpeed,
    from,
    to,
  }));
  await sql`INSERT INTO track_segment (device_id, started_at, ended_at, kind, running, metres, top_speed, fixes, start_lat, start_lng, end_lat, end_lng)
    SELECT device, to_timestamp(started / 1000), to_timestamp(ended / 1000), kind, running, metres, top, fixes,
           ("from" ->> 'lat')::float8, ("from" ->> 'lng')::float8, ("to" ->> 'lat')::float8, ("to" ->> 'lng')::float8
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (device integer, started float8, ended float8, kind text, running boolean, metres float8, top real, fixes integer, "from" jsonb, "to" jsonb)
    ON CONFLICT (device_id, started_at) DO NOTHING`.execute(tx);
  await sql`INSERT INTO track_progress (device_id, state, made_until)
    SELECT device, state, to_timestamp(until / 1000) FROM jsonb_to_recordset(${JSON.stringify(made.map(({ device, state }) => ({ device, state, until: state.last.time })))}::jsonb) AS r (device integer, state jsonb, until float8)
    ON CONFLICT (device_id) DO UPDATE SET state = excluded.state, made_until = excluded.made_until`.execute(tx);
  const unread = made.filter((one) => one.unread);
  if (unread.length > 0)
    await sql`INSERT INTO track_due (device_id, due_from, created_at)
      SELECT d, to_timestamp(t / 1000), now() - interval '1 hour' FROM unnest(${unread.map(({ device }) => device)}::integer[], ${unread.map(({ state }) => state.last.time + 1)}::float8[]) AS n(d, t)`.execute(
      tx,
    );
}

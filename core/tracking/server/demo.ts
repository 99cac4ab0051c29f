import { sql } from 'kysely';
import { stopSettings } from '#core/devices/common/models/kept-settings.ts';
import { type Fix, positionSources } from '#core/telemetry/common/position.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type DemoRoute, fixOnRoute } from '../common/demo-route.ts';
import { type FenceIndex, readFences } from './fences/fence-index.ts';
import { awayOf } from './place-change.ts';
import { moveAlong, newTrack, type Track, type TrackStep } from './track.ts';

export type DemoTrack = {
  device: number;
  companyId: number;
  route: DemoRoute;
  offset: number;
  intervalSeconds: number;
  /** When it was on the route, in milliseconds since 1970; always by default. */
  span?: { from: number; to: number };
};

const standingEveryMinutes = 10;
/** A position this far from the stationary device is stored although it does not move. */
const oddDegrees = 0.001;

/**
 * Adds the positions of the last days of devices that travel along routes, their latest positions, and the geofences
 * that they crossed.
 */
export async function addDemoTracks(tx: Tx, tracks: readonly DemoTrack[], days: number): Promise<void> {
  const now = Date.now();
  for (const [companyId, ofCompany] of Map.groupBy(tracks, (one) => one.companyId)) {
    const index = await readFences(tx, companyId);
    for (const demo of ofCompany) {
      const track = newTrack();
      // A device on a route is never too fast.
      const model = { ...demo, maxSpeed: Number.POSITIVE_INFINITY, stop: stopSettings({}) };
      const step = moveAlong(track, fixesOf(demo, now, days), model, index);
      await addTrack(tx, demo, track, step, index);
    }
  }
}

/** One position a minute on the way, and fewer where the device stops. */
function fixesOf({ route, offset, span }: DemoTrack, now: number, days: number): Fix[] {
  const fixes: Fix[] = [];
  let stoodAt: number | null = null;
  for (let minutesAgo = days * 1440; minutesAgo > 0; minutesAgo--) {
    const time = now - minutesAgo * minuteMs;
    if (span && (time < span.from || time >= span.to)) continue;
    const fix = fixOnRoute(route, time, offset, minuteMs);
    if (!fix) continue;
    const isOdd = stoodAt !== null && Math.abs(stoodAt - fix.lat) > oddDegrees;
    stoodAt = fix.motion ? null : (stoodAt ?? fix.lat);
    if (fix.motion || isOdd || minutesAgo % standingEveryMinutes === 0) fixes.push(fix);
  }
  return fixes;
}

const position = sql`(time float8, lat float8, lng float8, accuracy real, speed real, heading real, altitude real, satellites smallint, source smallint, motion boolean, flags smallint)`;

async function addTrack(
  tx: Tx,
  { device, companyId }: DemoTrack,
  track: Track,
  { positions, changes }: TrackStep,
  index: FenceIndex,
): Promise<void> {
  const rows = positions.map(({ fix, flags }) => ({ ...fix, source: positionSources.indexOf(fix.source), flags }));
  const newest = rows.findLast(({ time }) => time === track.place?.time);
  if (!newest) return;
  await sql`INSERT INTO device_position (device_id, time, lat, lng, accuracy, speed, heading, altitude, satellites, source, motion, flags)
    SELECT ${device}::integer, to_timestamp(time / 1000), lat, lng, accuracy, speed, heading, altitude, satellites, source, motion, flags FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ${position}
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`INSERT INTO device_place (device_id, time, lat, lng, accuracy, speed, heading, source, motion, coarse, standing, away)
    SELECT ${device}::integer, to_timestamp(time / 1000), lat, lng, accuracy, speed, heading, source, motion, false, ${JSON.stringify(track.standing)}::jsonb, ${awayOf(track)}::real
      FROM jsonb_to_recordset(${JSON.stringify([newest])}::jsonb) AS r ${position} ON CONFLICT DO NOTHING`.execute(tx);
  await sql`INSERT INTO track_due (device_id, due_from, created_at) VALUES (${device}, to_timestamp(0), now() - interval '1 hour')`.execute(
    tx,
  );
  const known = changes.filter(({ fenceId }) => index.get(fenceId));
  await sql`INSERT INTO fence_event (company_id, device_id, geofence_id, kind, time, lat, lng, created_at)
    SELECT ${companyId}::integer, ${device}::integer, "fenceId", kind, to_timestamp(time / 1000), lat, lng, to_timestamp(time / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(known)}::jsonb) AS r ("fenceId" integer, kind text, time float8, lat float8, lng float8) ORDER BY time`.execute(
    tx,
  );
  const states = [...track.fences].map(([fence, state]) => ({ fence, ...state }));
  await sql`INSERT INTO device_fence (device_id, geofence_id, inside, since, event, candidate_at)
    SELECT ${device}::integer, fence, inside, to_timestamp(since / 1000), event, to_timestamp("candidateAt" / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb) AS r (fence integer, inside boolean, since float8, event boolean, "candidateAt" float8)`.execute(
    tx,
  );
}

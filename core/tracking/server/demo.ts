import { sql } from 'kysely';
import { positionSources } from '#core/telemetry/common/position.ts';
import type { Tx } from '#platform/server/database.ts';
import { type DemoRoute, fixOnRoute } from '../common/demo-route.ts';

export type DemoTrack = { device: number; route: DemoRoute; offset: number };

const minuteMs = 60_000;
const standingEveryMinutes = 10;

/** Adds the positions of the last days of devices that go along routes, and their newest places. */
export async function addDemoTracks(tx: Tx, tracks: readonly DemoTrack[], days: number): Promise<void> {
  const now = Date.now();
  for (const { device, route, offset } of tracks) {
    const fixes = Array.from({ length: days * 1440 }, (_, n) => ({
      minute: n,
      fix: fixOnRoute(route, now - (days * 1440 - n) * minuteMs, offset),
    })).flatMap(({ minute, fix }) => (fix.motion || minute % standingEveryMinutes === 0 ? [fix] : []));
    const rows = fixes.map((fix) => ({ ...fix, source: positionSources.indexOf(fix.source) }));
    const newest = JSON.stringify(rows.slice(-1));
    const shape = sql`AS r (time float8, lat float8, lng float8, accuracy real, speed real, heading real, altitude real, satellites smallint, source smallint, motion boolean)`;
    await sql`INSERT INTO device_position (device_id, time, lat, lng, accuracy, speed, heading, altitude, satellites, source, motion)
      SELECT ${device}::integer, to_timestamp(time / 1000), lat, lng, accuracy, speed, heading, altitude, satellites, source, motion FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${shape}
      ON CONFLICT DO NOTHING`.execute(tx);
    await sql`INSERT INTO device_place (device_id, time, lat, lng, accuracy, speed, heading, source, motion, coarse)
      SELECT ${device}::integer, to_timestamp(time / 1000), lat, lng, accuracy, speed, heading, source, motion, false FROM jsonb_to_recordset(${newest}::jsonb) ${shape}
      ON CONFLICT DO NOTHING`.execute(tx);
    await sql`INSERT INTO track_due (device_id, due_from, created_at) VALUES (${device}, to_timestamp(0), now() - interval '1 hour')`.execute(
      tx,
    );
  }
}

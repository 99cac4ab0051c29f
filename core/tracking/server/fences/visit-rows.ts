import { sql } from 'kysely';
import { geofenceShapes } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { VisitChanges } from './fence-walk.ts';

/** The geofences that devices are in, by device. */
export async function readOpenVisits(
  tx: Tx,
  devices: readonly number[],
): Promise<Map<number, { fence: number; since: number }[]>> {
  const { rows } = await sql<{ device: number; fence: number; since: number }>`
    SELECT device_id AS device, geofence_id AS fence, round(extract(epoch FROM entered_at) * 1000)::float8 AS since FROM fence_visit
     WHERE device_id = ANY (${devices}::integer[]) AND left_at IS NULL ORDER BY 1, 2`.execute(tx);
  return Map.groupBy(rows, ({ device }) => device);
}

/** `from`: the time of the first position from which the visits of the device were made. */
export type MadeVisits = VisitChanges & { device: number; from: number };

/** Replaces the visits of devices from a time on. */
export async function writeVisits(tx: Tx, made: readonly MadeVisits[]): Promise<void> {
  await takeBack(tx, made);
  const exits = made.flatMap(({ device, exits: all }) => all.map(({ fence, exit }) => ({ device, fence, ...exit })));
  if (exits.length > 0)
    await sql`UPDATE fence_visit v SET left_at = to_timestamp(n.time / 1000), left_lat = n.lat, left_lng = n.lng, exit_shown_at = to_timestamp(n.shown / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(exits.map(({ shownAt: shown, ...exit }) => ({ ...exit, shown })))}::jsonb) AS n (device integer, fence integer, time float8, lat float8, lng float8, shown float8)
     WHERE v.device_id = n.device AND v.geofence_id = n.fence AND v.left_at IS NULL`.execute(tx);
  const visits = made.flatMap(({ device, visits: all }) => all.map((visit) => ({ ...visit, device })));
  if (visits.length === 0) return;
  const at = (edge: 'entry' | 'exit', key: string) => sql`(n.${sql.ref(edge)} ->> ${key})::float8`;
  const timeOf = (edge: 'entry' | 'exit', key: string) => sql`to_timestamp(${at(edge, key)} / 1000)`;
  // A geofence may have been deleted meanwhile.
  await sql`INSERT INTO fence_visit (device_id, geofence_id, entered, late, entered_at, entered_lat, entered_lng, entry_shown_at, left_at, left_lat, left_lng, exit_shown_at)
    SELECT n.device, g.id, n.entered, n.late, ${timeOf('entry', 'time')}, ${at('entry', 'lat')}, ${at('entry', 'lng')}, ${timeOf('entry', 'shownAt')},
           ${timeOf('exit', 'time')}, ${at('exit', 'lat')}, ${at('exit', 'lng')}, ${timeOf('exit', 'shownAt')}
      FROM jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) AS n (device integer, fence integer, entered boolean, late boolean, entry jsonb, exit jsonb)
      JOIN ${sql.raw(geofenceShapes)} g ON g.id = n.fence
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Forgets what positions from a time on have shown. */
async function takeBack(tx: Tx, made: readonly MadeVisits[]): Promise<void> {
  const from = sql`unnest(${made.map(({ device }) => device)}::integer[], ${made.map((one) => one.from)}::float8[]) AS n(d, t)`;
  await sql`DELETE FROM fence_visit v USING ${from} WHERE v.device_id = n.d AND v.entry_shown_at >= to_timestamp(n.t / 1000)`.execute(
    tx,
  );
  await sql`UPDATE fence_visit v SET left_at = NULL, left_lat = NULL, left_lng = NULL, exit_shown_at = NULL
    FROM ${from} WHERE v.device_id = n.d AND v.exit_shown_at >= to_timestamp(n.t / 1000)`.execute(tx);
}

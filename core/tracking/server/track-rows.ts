import { geofenceShapes } from '#core/places/server/api.ts';
import { type Fix, positionSources } from '#core/telemetry/common/position.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { FenceState } from '../common/fence-machine.ts';
import type { Standing } from '../common/standing.ts';
import { type FenceChange, newTrack, type StoredFix, type Track } from './track.ts';

/** Columns as the text of PostgreSQL arrays, which is far cheaper than parameter arrays. */
function columns<Row>(rows: readonly Row[], ...values: ((row: Row) => number | boolean | null)[]): string[] {
  const texts = values.map(() => '');
  for (const [at, row] of rows.entries())
    for (const [i, value] of values.entries()) texts[i] += `${at === 0 ? '' : ','}${value(row) ?? 'NULL'}`;
  return texts.map((text) => `{${text}}`);
}

const sourceOf = ({ source }: Fix) => positionSources.indexOf(source);

/** Stores positions; existing ones are not changed. */
export async function insertPositions(tx: Tx, rows: readonly (StoredFix & { device: number })[]): Promise<void> {
  await queryText(tx, {
    name: 'position-insert',
    text: `INSERT INTO device_position (device_id, time, lat, lng, accuracy, speed, heading, altitude, satellites, source, motion, flags)
           SELECT d, to_timestamp(t / 1000.0), lat, lng, a, v, h, z, n, s, m, f
             FROM unnest($1::integer[], $2::bigint[], $3::float8[], $4::float8[], $5::real[], $6::real[], $7::real[], $8::real[], $9::smallint[], $10::smallint[], $11::boolean[], $12::smallint[])
               AS p(d, t, lat, lng, a, v, h, z, n, s, m, f)
           ON CONFLICT DO NOTHING`,
    values: columns(
      rows,
      ({ device }) => device,
      ({ fix }) => fix.time,
      ({ fix }) => fix.lat,
      ({ fix }) => fix.lng,
      ({ fix }) => fix.accuracy,
      ({ fix }) => fix.speed,
      ({ fix }) => fix.heading,
      ({ fix }) => fix.altitude,
      ({ fix }) => fix.satellites,
      ({ fix }) => sourceOf(fix),
      ({ fix }) => fix.motion,
      ({ flags }) => flags,
    ),
  });
}

/** Clears the outlier flag of positions. */
export async function clearOutliers(tx: Tx, rows: readonly { device: number; time: number }[]): Promise<void> {
  await queryText(tx, {
    name: 'position-no-outlier',
    text: `UPDATE device_position p SET flags = p.flags & ~2 FROM unnest($1::integer[], $2::bigint[]) AS n(d, t)
            WHERE p.device_id = n.d AND p.time = to_timestamp(n.t / 1000.0)`,
    values: columns(
      rows,
      ({ device }) => device,
      ({ time }) => time,
    ),
  });
}

export type PlaceOfDevice = {
  device: number;
  place: Fix;
  coarse: boolean;
  suspect: Fix | null;
  standing: Standing | null;
  /** Metres from where it was last stationary; null while unknown. */
  away: number | null;
};

/** Writes newest positions, sorted by device. */
export async function upsertPlaces(tx: Tx, rows: readonly PlaceOfDevice[]): Promise<void> {
  const values: unknown[] = columns(
    rows,
    ({ device }) => device,
    ({ place }) => place.time,
    ({ place }) => place.lat,
    ({ place }) => place.lng,
    ({ place }) => place.accuracy,
    ({ place }) => place.speed,
    ({ place }) => place.heading,
    ({ place }) => sourceOf(place),
    ({ place }) => place.motion,
    ({ coarse }) => coarse,
    ({ away }) => away,
  );
  await queryText(tx, {
    name: 'place-upsert',
    text: `INSERT INTO device_place AS p (device_id, time, lat, lng, accuracy, speed, heading, source, motion, coarse, away, suspect, standing)
           SELECT d, to_timestamp(t / 1000.0), lat, lng, a, v, h, s, m, c, y, x, w
             FROM unnest($1::integer[], $2::bigint[], $3::float8[], $4::float8[], $5::real[], $6::real[], $7::real[], $8::smallint[], $9::boolean[], $10::boolean[], $11::real[], $12::jsonb[], $13::jsonb[])
               AS n(d, t, lat, lng, a, v, h, s, m, c, y, x, w)
           ON CONFLICT (device_id) DO UPDATE SET time = excluded.time, lat = excluded.lat, lng = excluded.lng, accuracy = excluded.accuracy, speed = excluded.speed,
             heading = excluded.heading, source = excluded.source, motion = excluded.motion, coarse = excluded.coarse, suspect = excluded.suspect, standing = excluded.standing, away = excluded.away, moved_at = now()
            WHERE excluded.time >= p.time`,
    values: [
      ...values,
      rows.map(({ suspect }) => (suspect ? JSON.stringify(suspect) : null)),
      rows.map(({ standing }) => (standing ? JSON.stringify(standing) : null)),
    ],
  });
}

/** Writes states of geofences; a state of null removes the line. Sorted by device and geofence. */
export async function writeFenceStates(
  tx: Tx,
  rows: readonly { device: number; fence: number; state: FenceState | null }[],
): Promise<void> {
  const gone = rows.filter(({ state }) => state === null);
  if (gone.length > 0)
    await queryText(tx, {
      name: 'fence-state-delete',
      text: 'DELETE FROM device_fence f USING unnest($1::integer[], $2::integer[]) AS n(d, g) WHERE f.device_id = n.d AND f.geofence_id = n.g',
      values: columns(
        gone,
        ({ device }) => device,
        ({ fence }) => fence,
      ),
    });
  const kept = rows.flatMap(({ device, fence, state }) => (state ? [{ device, fence, ...state }] : []));
  if (kept.length > 0)
    await queryText(tx, {
      name: 'fence-state-upsert',
      // A geofence that was deleted in the meantime has no states.
      text: `INSERT INTO device_fence (device_id, geofence_id, inside, since, event, candidate_at)
             SELECT d, g.id, i, to_timestamp(s / 1000.0), e, to_timestamp(c / 1000.0)
               FROM unnest($1::integer[], $2::integer[], $3::boolean[], $4::bigint[], $5::boolean[], $6::bigint[]) AS n(d, g, i, s, e, c)
               JOIN ${geofenceShapes} g ON g.id = n.g FOR KEY SHARE OF g
             ON CONFLICT (device_id, geofence_id) DO UPDATE SET inside = excluded.inside, since = excluded.since, event = excluded.event, candidate_at = excluded.candidate_at`,
      values: columns(
        kept,
        ({ device }) => device,
        ({ fence }) => fence,
        ({ inside }) => inside,
        ({ since }) => since,
        ({ event }) => event,
        ({ candidateAt }) => candidateAt,
      ),
    });
}

export async function insertFenceEvents(
  tx: Tx,
  rows: readonly (FenceChange & { device: number; company: number })[],
): Promise<void> {
  await queryText(tx, {
    name: 'fence-event-insert',
    text: `INSERT INTO fence_event (company_id, device_id, geofence_id, kind, time, lat, lng)
           SELECT c, d, g.id, CASE WHEN i THEN 'enter' ELSE 'exit' END, to_timestamp(t / 1000.0), lat, lng
             FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::boolean[], $5::bigint[], $6::float8[], $7::float8[]) AS n(c, d, g, i, t, lat, lng)
             JOIN ${geofenceShapes} g ON g.id = n.g`,
    values: columns(
      rows,
      ({ company }) => company,
      ({ device }) => device,
      ({ fenceId }) => fenceId,
      ({ kind }) => kind === 'enter',
      ({ time }) => time,
      ({ lat }) => lat,
      ({ lng }) => lng,
    ),
  });
}

/** Records from when on the segments of devices are to be computed. */
export async function recordDue(tx: Tx, rows: readonly { device: number; from: number }[]): Promise<void> {
  await queryText(tx, {
    name: 'track-due',
    text: 'INSERT INTO track_due (device_id, due_from) SELECT d, to_timestamp(t / 1000.0) FROM unnest($1::integer[], $2::bigint[]) AS n(d, t)',
    values: columns(
      rows,
      ({ device }) => device,
      ({ from }) => from,
    ),
  });
}

type PlaceRow = {
  device_id: number;
  time: string;
  lat: number;
  lng: number;
  accuracy: number | null;
  speed: number | null;
  heading: number | null;
  source: number;
  motion: boolean | null;
  suspect: Fix | null;
  standing: Standing | null;
};
type FenceRow = {
  device_id: number;
  geofence_id: number;
  inside: boolean;
  since: string;
  event: boolean;
  candidate: string | null;
};

/** The tracks of devices as they are stored, in two statements. */
export async function loadTracks(tx: Tx, devices: readonly number[]): Promise<Map<number, Track>> {
  const ids = `{${devices.join()}}`;
  const places = await queryText<PlaceRow>(tx, {
    name: 'places-load',
    text: `SELECT device_id, extract(epoch FROM time) * 1000 AS time, lat, lng, accuracy, speed, heading, source, motion, suspect, standing FROM device_place WHERE device_id = ANY ($1::integer[])`,
    values: [ids],
  });
  const fences = await queryText<FenceRow>(tx, {
    name: 'fence-states-load',
    text: `SELECT device_id, geofence_id, inside, extract(epoch FROM since) * 1000 AS since, event, extract(epoch FROM candidate_at) * 1000 AS candidate FROM device_fence WHERE device_id = ANY ($1::integer[])`,
    values: [ids],
  });
  const tracks = new Map<number, Track>(devices.map((id) => [id, newTrack()]));
  for (const { device_id: id, time, source, suspect, standing, ...rest } of places.rows) {
    const track = tracks.get(id);
    if (!track) continue;
    const named = positionSources[source] ?? 'gnss';
    track.place = { ...rest, time: Math.round(Number(time)), source: named, altitude: null, satellites: null };
    track.suspect = suspect;
    track.standing = standing;
  }
  for (const { device_id: id, geofence_id: fence, inside, since, event, candidate } of fences.rows)
    tracks.get(id)?.fences.set(fence, {
      inside,
      since: Math.round(Number(since)),
      event,
      candidateAt: candidate === null ? null : Math.round(Number(candidate)),
    });
  return tracks;
}

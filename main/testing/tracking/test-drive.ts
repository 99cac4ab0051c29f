import { makeSegments } from '#core/tracking/server/api.ts';
import type { Rasid } from '../../testing.ts';
import { makeAllSegments } from '../test-tracker.ts';

/** A position this many metres north of a place, with what the device reports on its vehicle at the same time. */
export type Driven = {
  time: number;
  metres: number;
  speed?: number | null;
  ignition?: boolean | null;
  odometerKm?: number | null;
};

/** Ids of shared quantities. */
const [odometer, ignition] = [224, 225];
/** The model of trackers in vehicles of the sample app. */
const vehicleTracker = 90203;

/** Makes trackers in vehicles of some devices of the company, and returns their ids. */
export async function vehicleTrackers({ kit }: Rasid, company: number, count: number): Promise<number[]> {
  const { rows } = await kit.pool.query(
    `UPDATE device SET hardware_id = $3, solution_id = 902 WHERE id IN (
       SELECT id FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token AND solution_id = 901 ORDER BY id LIMIT $2) RETURNING id`,
    [company, count, vehicleTracker],
  );
  return rows.map(({ id }) => id as number);
}

/** Stores positions and readings as they are stored when they arrive, without making segments of them. */
export async function storeDrive(
  { kit }: Pick<Rasid, 'kit'>,
  device: number,
  driven: readonly Driven[],
): Promise<void> {
  await kit.pool.query(
    `INSERT INTO device_position (device_id, time, lat, lng, accuracy, speed, source, flags)
     SELECT $1, to_timestamp(t / 1000), 25 + m / 111195, 55, 5, v, 0, 0 FROM unnest($2::float8[], $3::float8[], $4::float8[]) AS n(t, m, v) ON CONFLICT DO NOTHING`,
    [
      device,
      driven.map(({ time }) => time),
      driven.map(({ metres }) => metres),
      driven.map(({ speed = null }) => speed),
    ],
  );
  const readings = driven.flatMap((one) => [
    ...(one.ignition == null ? [] : [{ sensor: ignition, time: one.time, value: Number(one.ignition) }]),
    ...(one.odometerKm == null ? [] : [{ sensor: odometer, time: one.time, value: one.odometerKm }]),
  ]);
  await kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value)
     SELECT $1, s, to_timestamp(t / 1000), v FROM unnest($2::integer[], $3::float8[], $4::float8[]) AS n(s, t, v) ON CONFLICT DO NOTHING`,
    [
      device,
      readings.map(({ sensor }) => sensor),
      readings.map(({ time }) => time),
      readings.map(({ value }) => value),
    ],
  );
  await kit.pool.query('INSERT INTO track_due (device_id, due_from) VALUES ($1, to_timestamp($2::float8 / 1000))', [
    device,
    Math.min(...driven.map(({ time }) => time)),
  ]);
}

/** Stores positions and readings, and makes the segments and quarters of all that are due. */
export async function drive(app: Rasid, device: number, driven: readonly Driven[]): Promise<void> {
  await storeDrive(app, device, driven);
  await makeAllSegments(app);
}

/** Makes those of some positions, as far as one pass goes. */
export async function makeOnce({ kit }: Pick<Rasid, 'kit'>): Promise<void> {
  let passes = 0;
  await makeSegments(kit, { isEnding: () => passes++ > 0 });
}

/** Forgets the positions, readings, segments and quarters of all devices. */
export async function forgetDrives({ kit }: Pick<Rasid, 'kit'>): Promise<void> {
  for (const table of [
    'device_position',
    'reading',
    'fence_visit',
    'track_segment',
    'track_quarter',
    'track_progress',
    'track_due',
  ])
    await kit.pool.query(`DELETE FROM ${table}`);
}

type Quarter = {
  at: number;
  metres: number;
  gapMetres: number;
  drivingS: number;
  idleS: number;
  stoppedS: number;
  nodataS: number;
  starts: number;
  maxSpeed: number;
  subject: string;
};

/** The stored quarters of a device. */
export async function quartersOf({ kit }: Pick<Rasid, 'kit'>, device: number): Promise<Quarter[]> {
  const { rows } = await kit.pool.query(
    `SELECT extract(epoch FROM quarter)::float8 * 1000 AS at, metres, gap_metres AS "gapMetres", driving_s AS "drivingS", idle_s AS "idleS", stopped_s AS "stoppedS",
            nodata_s AS "nodataS", starts, max_speed AS "maxSpeed", CASE subject_type WHEN 'device' THEN 'device' ELSE subject_type || ' ' || subject_id END AS subject
       FROM track_quarter WHERE device_id = $1 ORDER BY quarter, subject_type, subject_id`,
    [device],
  );
  return rows;
}

/** The stored segments of a device with their figures, without how often they were made. */
export async function segmentFiguresOf(
  { kit }: Pick<Rasid, 'kit'>,
  device: number,
): Promise<Record<string, unknown>[]> {
  const { rows } = await kit.pool.query(
    `SELECT kind, started_at, ended_at, running, metres, top_speed, fixes, idle_s, driving_s, pauses, source, towed FROM track_segment WHERE device_id = $1 ORDER BY started_at`,
    [device],
  );
  return rows;
}

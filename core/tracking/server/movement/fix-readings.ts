import { storedReadings } from '#core/telemetry/server/api.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { MovementSensors } from './movement-models.ts';

/** What a device had last reported at the time of a position. */
export type FixReading = {
  ignition: boolean | null;
  odometer: { metres: number; ageMs: number } | null;
};
/** Readings by the times of positions. */
export type FixReadings = ReadonlyMap<number, FixReading>;

/** An older reading shows nothing. */
const daysOfReadings = 7;

type Row = { device: number; time: number; ignition: number | null; odometer: number | null; age: number | null };

const latest = (sensor: string) =>
  `(SELECT r.value, r.time FROM ${storedReadings} r WHERE r.device_id = n.d AND r.sensor_id = n.${sensor} AND r.time <= to_timestamp(n.t / 1000.0)
       AND r.time > to_timestamp(n.t / 1000.0) - interval '${daysOfReadings} days' ORDER BY r.time DESC LIMIT 1)`;

type Asked = { device: number; sensors: MovementSensors; times: readonly number[] };

/** The readings of devices at the times of their positions, in one statement. */
export async function readingsAtFixes(tx: Tx, asked: readonly Asked[]): Promise<ReadonlyMap<number, FixReadings>> {
  const fixes = asked.flatMap(({ device, sensors, times }) => times.map((time) => ({ device, sensors, time })));
  if (fixes.length === 0) return new Map();
  const { rows } = await queryText<Row>(tx, {
    name: 'track-fix-readings',
    text: `SELECT n.d AS device, n.t::float8 AS time, i.value AS ignition, o.value AS odometer, n.t::float8 - round(extract(epoch FROM o.time) * 1000)::float8 AS age
             FROM unnest($1::integer[], $2::bigint[], $3::integer[], $4::integer[]) AS n(d, t, i, o)
             LEFT JOIN LATERAL ${latest('i')} i ON true LEFT JOIN LATERAL ${latest('o')} o ON true`,
    values: [
      fixes.map(({ device }) => device),
      fixes.map(({ time }) => time),
      fixes.map(({ sensors }) => sensors.ignition),
      fixes.map(({ sensors }) => sensors.odometer?.id ?? null),
    ],
  });
  const unitOf = new Map(asked.map(({ device, sensors }) => [device, sensors.odometer?.metresOfUnit ?? 0]));
  const readings = new Map<number, Map<number, FixReading>>();
  for (const { device, time, ignition, odometer, age } of rows) {
    const ofDevice = readings.get(device) ?? new Map<number, FixReading>();
    readings.set(device, ofDevice);
    ofDevice.set(time, {
      ignition: ignition === null ? null : ignition !== 0,
      odometer: odometer === null ? null : { metres: odometer * (unitOf.get(device) ?? 0), ageMs: age ?? 0 },
    });
  }
  return readings;
}

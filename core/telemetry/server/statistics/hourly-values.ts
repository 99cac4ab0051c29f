import type { SensorType } from '#core/devices/common/manifest.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { hourMs, readPoints } from './chart-points.ts';
import { increases } from './chart-series.ts';

/** The hours of a device, by their beginning: the increase of a counter, or the mean of another sensor. */
type HourlyValue = { at: number; value: number };

/**
 * The values of full hours from `from` to `to`, in milliseconds since 1970. Runs as the role that sees all rows, for a
 * device that the caller may see.
 */
export async function hourlyValues(
  tx: Tx,
  { device, sensor, from, to }: { device: number; sensor: SensorType; from: number; to: number },
): Promise<HourlyValue[]> {
  // A counter grows from its last index in the hour before.
  const start = sensor.counter ? from - hourMs : from;
  const points = await readPoints(tx, { device, sensors: [sensor.id], from: start, to, seconds: 3600 });
  const values = sensor.counter
    ? increases(points).map(([at, value]) => ({ at, value }))
    : points.map(({ t, mean }) => ({ at: t, value: mean }));
  return values.filter(({ at }) => at >= from);
}

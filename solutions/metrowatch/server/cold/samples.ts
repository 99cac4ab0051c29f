import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { sensorRegistry } from '#core/devices/server/api.ts';
import { storedReadings } from '#core/telemetry/server/api.ts';
import type { Sample } from '#platform/common/measures/excursions.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { ColdCalibration } from '../../common/cold/cold-routes.ts';
import { correctionOf } from '../../common/cold/product-class.ts';

/** The samples of a device from an instant on (ms since 1970), before another. */
export type Wanted = { device: number; from: number; to: number };

function temperatureId({ apps }: Pick<Kit, 'apps'>): number {
  const sensor = sensorRegistry(apps).named('metrowatch', 'temperature');
  if (!sensor) throw new Error('no sensor "temperature"');
  return sensor.id;
}

/** The measured temperatures of devices in the order of time, in one statement, by device. Runs as the role that sees all rows. */
export async function readSamples(
  tx: Tx,
  kit: Pick<Kit, 'apps'>,
  wanted: readonly Wanted[],
): Promise<Map<number, Sample[]>> {
  const rows = await sql<{ device: number; times: number[]; values: number[] }>`
    SELECT n.d AS device, coalesce(p.times, '{}') AS times, coalesce(p.vals, '{}') AS values
      FROM unnest(${wanted.map(({ device }) => device)}::integer[], ${wanted.map(({ from }) => from)}::float8[], ${wanted.map(({ to }) => to)}::float8[]) AS n(d, f, t),
           LATERAL (SELECT array_agg(round(extract(epoch FROM r.time) * 1000)::float8 ORDER BY r.time) AS times, array_agg(r.value ORDER BY r.time) AS vals
                      FROM ${sql.raw(storedReadings)} r
                     WHERE r.device_id = n.d AND r.sensor_id = ${temperatureId(kit)} AND r.value IS NOT NULL
                       AND r.time >= to_timestamp(n.f / 1000) AND r.time < to_timestamp(n.t / 1000)) p`.execute(tx);
  return new Map(
    rows.rows.map(({ device, times, values }) => [device, times.map((at, i) => ({ at, value: values[i] as number }))]),
  );
}

/**
 * The samples, corrected by the calibration that was valid at their time. `calibrations` are in the order of their
 * days.
 */
export function corrected(
  samples: readonly Sample[],
  calibrations: readonly Pick<ColdCalibration, 'doneOn' | 'points'>[],
): readonly Sample[] {
  if (calibrations.length === 0) return samples;
  const steps = calibrations.map(({ doneOn, points }) => ({
    from: Date.parse(doneOn),
    correct: correctionOf({ points }),
  }));
  return samples.map(({ at, value }) => {
    const step = steps.findLast(({ from }) => from <= at);
    return { at, value: step ? Math.round(step.correct(value) * 1000) / 1000 : value };
  });
}

/** SHA-256 of measured samples, a line `time value` for each. */
export const samplesHash = (samples: readonly Sample[]): string =>
  createHash('sha256')
    .update(samples.map(({ at, value }) => `${at} ${value}\n`).join(''))
    .digest('hex');

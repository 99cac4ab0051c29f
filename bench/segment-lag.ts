import { setTimeout as after } from 'node:timers/promises';
import type pg from 'pg';
import { startLoad } from './load-process.ts';
import type { BenchProduct } from './runs.ts';

/** Each device reports its position once in this many seconds, at 72 km/h. */
const reportSeconds = 10;
const stepMetres = 200;
const sampleMs = 1000;

/**
 * The ages in ms of the oldest position of each moving device that its segments do not include, sampled each second;
 * zero where they include all.
 */
export async function segmentLags(
  { mqtt: port, devices, pool }: BenchProduct,
  seconds: number,
): Promise<readonly number[]> {
  const lags: number[] = [];
  const ended = new AbortController();
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      await after(sampleMs);
      lags.push(
        ...(await lagsOf(
          pool,
          devices.map(({ id }) => id),
        )),
      );
    }
  })();
  const perSecond = devices.length / reportSeconds;
  const tracks = { positions: 1, step: stepMetres, turnAfter: 0 };
  await startLoad({ devices, port, tracks, inFlight: 4, perSecond, seconds }).finally(() => ended.abort());
  await sampling;
  return lags;
}

async function lagsOf(pool: pg.Pool, devices: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>({
    name: 'segment-lags',
    text: `SELECT coalesce(extract(epoch FROM now() - (
                    SELECT min(time) FROM device_position p
                     WHERE p.device_id = d.id AND p.time > now() - interval '1 day' AND p.time > coalesce(t.made_until, '-infinity'))) * 1000, 0)::float8 AS ms
             FROM unnest($1::integer[]) AS d(id) LEFT JOIN track_progress t ON t.device_id = d.id`,
    values: [devices],
  });
  return rows.map(({ ms }) => ms);
}

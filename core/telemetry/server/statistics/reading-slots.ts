import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { iso } from './chart-points.ts';

/** A part of the history of a sensor of a device; times in milliseconds since 1970. */
export type ReadingWindow = { device: number; sensor: number; from: number; to: number };

/**
 * The means of a sensor in equal slots of `seconds`, for each window in its order; null for a slot without readings. One
 * statement for any number of windows. Runs as the role that sees all rows, for devices that the caller may see.
 */
export async function meansOfSlots(
  tx: Tx,
  windows: readonly ReadingWindow[],
  seconds: number,
): Promise<(number | null)[][]> {
  const column = <T>(pick: (window: ReadingWindow) => T) => windows.map(pick);
  const means = windows.map(({ from, to }) => Array<number | null>(Math.ceil((to - from) / 1000 / seconds)).fill(null));
  if (windows.length === 0) return means;
  const found = await sql<{ window: number; slot: number; mean: number }>`
    SELECT w.n::integer - 1 AS window, floor(extract(epoch FROM r.time - w."from") / ${seconds})::integer AS slot, avg(r.value) AS mean
      FROM unnest(${column(({ device }) => device)}::integer[], ${column(({ sensor }) => sensor)}::integer[],
                  ${column(({ from }) => iso(from))}::timestamptz[], ${column(({ to }) => iso(to))}::timestamptz[])
           WITH ORDINALITY AS w (device, sensor, "from", "to", n)
     CROSS JOIN LATERAL (SELECT time, value FROM reading
       WHERE device_id = w.device AND sensor_id = w.sensor AND time >= w."from" AND time < w."to" AND value IS NOT NULL) r
     GROUP BY 1, 2`.execute(tx);
  for (const { window, slot, mean } of found.rows) {
    const slots = means[window];
    if (slots) slots[slot] = mean;
  }
  return means;
}

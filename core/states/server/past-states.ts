import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { insertIntervals } from './interval-rows.ts';
import type { StateOf } from './state-keys.ts';

/** What a sensor was in the past, in the order of time and without gaps, in ms since 1970. The last state lasts. */
export type PastStates = StateOf & { starts: readonly { from: number; value: number | null }[] };

/** Sensors whose states are inserted with one statement. */
const atOnce = 25;

/** Adds the states of sensors that have none, as if they had been measured. Runs as the role that sees all rows. */
export async function addPastStates(tx: Tx, all: readonly PastStates[]): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce)
    await insertIntervals(
      tx,
      all.slice(at, at + atOnce).map(({ starts, ...of }) => ({
        ...of,
        ended: starts
          .slice(0, -1)
          .map((start, nth) => ({ ...start, to: starts[nth + 1]?.from ?? start.from, quality: 'measured' as const })),
      })),
    );
  const current = all.flatMap(({ starts, ...of }) => {
    const last = starts.at(-1);
    return last ? { ...of, ...last } : [];
  });
  await sql`
    INSERT INTO state_current (device_id, sensor_id, channel, value, since, quality, last_at, reported, silent, made)
    SELECT "deviceId", "sensorId", channel, value, to_timestamp("from" / 1000), 'measured', to_timestamp("from" / 1000), value, value IS NULL, true
      FROM jsonb_to_recordset(${JSON.stringify(current)}::jsonb) AS n ("deviceId" integer, "sensorId" integer, channel text, "from" float8, value float8)`.execute(
    tx,
  );
}

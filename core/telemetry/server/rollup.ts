import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { allDevices, sensorRegistry } from '#core/devices/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { Measured } from './tables.ts';

const hourMs = 3_600_000;
const everyMs = 30_000;

/**
 * An hour is summed up 70 minutes after its end, and a point counts as late from 5 minutes after. Whoever stored a point
 * in between without a note has committed by then: no batch takes an hour, and no clock may be wrong by as much.
 */
const settledAfterMinutes = 70;
const lateAfterMs = 5 * 60_000;

/** What one transaction takes on: it holds few locks, and what it did is not done again after a restart. */
const devicesAtOnce = 2000;
const hoursOfDevice = 168;
const lateAtOnce = 1000;
const fewestHours = 336;
const mostHours = 100_000;
/** How long it may take; devices that measure seldom are many within that time. */
const longestMs = 300;

type Span = { device: number; from: string; to: string };

/** Notes the hours of points that came after their hour was over, in the transaction that stores them. */
export async function noteLate(client: pg.PoolClient, messages: readonly Measured[], now: number): Promise<void> {
  const before = Math.floor((now - lateAfterMs) / hourMs) * hourMs;
  const late = new Map<string, [device: number, hour: number]>();
  for (const { d, t } of messages) {
    for (const time of t) {
      if (time >= before) continue;
      const hour = Math.floor(time / hourMs) * hourMs;
      late.set(`${d} ${hour}`, [d, hour]);
    }
  }
  if (late.size === 0) return;
  const noted = [...late.values()];
  await client.query({
    name: 'reading-late',
    text: 'INSERT INTO reading_late (device_id, hour) SELECT d, to_timestamp(t / 1000.0) FROM unnest($1::integer[], $2::bigint[]) n(d, t)',
    values: [noted.map(([device]) => device), noted.map(([, hour]) => hour)],
  });
}

/** Has everything summed up anew that a device measured from an instant on: readings were added past the writer. */
export async function rollUpFrom(tx: Tx, devices: readonly number[], from: string): Promise<void> {
  await sql`UPDATE reading_rollup SET rolled_until = least(rolled_until, date_trunc('hour', ${from}::timestamptz, 'UTC'))
             WHERE device_id = ANY (${devices}::integer[])`.execute(tx);
}

/** Sums up what is due, half of the time at most: whoever stores and reads comes first. */
export function startRollup(kit: Kit): Stop {
  const ending = new AbortController();
  const stop = repeat(kit, everyMs, 'summing up readings failed', async () => {
    await followDevices(kit);
    let hours = fewestHours;
    for (let began = performance.now(); await rollUpStep(kit, hours); began = performance.now()) {
      const tookMs = performance.now() - began;
      hours = tookMs < longestMs / 2 ? Math.min(hours * 2, mostHours) : Math.max(fewestHours, Math.floor(hours / 2));
      await pause(tookMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
    }
  });
  return () => {
    ending.abort();
    return stop();
  };
}

/** Sums up all that is due. */
export async function rollUp(kit: Kit): Promise<void> {
  await followDevices(kit);
  while (await rollUpStep(kit, fewestHours));
}

/** Devices that came since, from the first hour that has readings. */
const followDevices = (kit: Kit) =>
  inSystem(kit.db, (tx) =>
    sql`INSERT INTO reading_rollup (device_id, rolled_until)
        SELECT d.id, (SELECT rasid_first_reading_hour()) FROM ${sql.raw(allDevices)} d
         WHERE NOT EXISTS (SELECT FROM reading_rollup r WHERE r.device_id = d.id)
        ON CONFLICT DO NOTHING`.execute(tx),
  );

/** One bounded transaction; false when nothing was left to do, or others are at it. */
const rollUpStep = async (kit: Kit, hours: number): Promise<boolean> =>
  (await inSystem(kit.db, (tx) => rollLate(kit, tx))) || (await inSystem(kit.db, (tx) => rollOn(kit, tx, hours)));

/** Moves devices on, those first that have the least left: their charts are soon right, years of others may wait. */
async function rollOn(kit: Kit, tx: Tx, hoursAtOnce: number): Promise<boolean> {
  const due = await sql<Span & { hours: number }>`
    SELECT device_id AS device, rolled_until AS "from",
           least(target.hour, rolled_until + ${hoursOfDevice} * interval '1 hour') AS "to",
           least(${hoursOfDevice}::integer, extract(epoch FROM target.hour - rolled_until)::integer / 3600) AS hours
      FROM reading_rollup CROSS JOIN (SELECT date_trunc('hour', now() - ${settledAfterMinutes} * interval '1 minute', 'UTC') AS hour) target
     WHERE rolled_until < target.hour
     ORDER BY rolled_until DESC LIMIT ${devicesAtOnce} FOR UPDATE OF reading_rollup SKIP LOCKED`.execute(tx);
  let left = hoursAtOnce;
  const spans = due.rows.filter(({ hours }, i) => {
    left -= hours;
    return i === 0 || left >= 0;
  });
  if (spans.length === 0) return false;
  await sumUp(kit, tx, spans);
  await sql`UPDATE reading_rollup r SET rolled_until = n.until
              FROM unnest(${spans.map(({ device }) => device)}::integer[], ${spans.map(({ to }) => to)}::timestamptz[]) n(device, until)
             WHERE r.device_id = n.device`.execute(tx);
  return true;
}

/** Sums up hours anew that got late points. */
async function rollLate(kit: Kit, tx: Tx): Promise<boolean> {
  const devices = await sql<{ device: number; until: string }>`
    SELECT device_id AS device, rolled_until AS until FROM reading_rollup
     WHERE device_id IN (SELECT device_id FROM reading_late ORDER BY id LIMIT ${lateAtOnce})
     LIMIT ${devicesAtOnce} FOR UPDATE SKIP LOCKED`.execute(tx);
  if (devices.rows.length === 0) return false;
  // After the lock: whatever another worker summed up of these devices is committed and seen from here on.
  const noted = await sql<{ device: number; from: string; to: string }>`
    WITH gone AS (
      DELETE FROM reading_late WHERE id IN (
        SELECT id FROM reading_late WHERE device_id = ANY (${devices.rows.map(({ device }) => device)}::integer[]) ORDER BY id LIMIT ${lateAtOnce})
      RETURNING device_id, hour)
    SELECT DISTINCT device_id AS device, hour AS "from", hour + interval '1 hour' AS "to" FROM gone`.execute(tx);
  const until = new Map(devices.rows.map((one) => [one.device, one.until]));
  const spans = noted.rows.filter(({ device, from }) => from < (until.get(device) ?? ''));
  if (spans.length > 0) await sumUp(kit, tx, spans);
  return true;
}

/** Puts the sums of whole hours of devices in the place of those that are there. */
async function sumUp(kit: Kit, tx: Tx, spans: readonly Span[]): Promise<void> {
  const froms = spans.map(({ from }) => from);
  const tos = spans.map(({ to }) => to);
  const span = sql`unnest(${spans.map(({ device }) => device)}::integer[], ${froms}::timestamptz[], ${tos}::timestamptz[]) AS s(device, first, last)`;
  const first = froms.toSorted()[0];
  const last = tos.toSorted().at(-1);
  await sql`SELECT rasid_reading_hour_partition(month AT TIME ZONE 'UTC')
              FROM generate_series(date_trunc('month', ${first}::timestamptz AT TIME ZONE 'UTC'), ${last}::timestamptz AT TIME ZONE 'UTC', interval '1 month') month`.execute(
    tx,
  );
  await sql`DELETE FROM reading_hour h USING ${span} WHERE h.device_id = s.device AND h.hour >= s.first AND h.hour < s.last
             AND h.hour >= ${first}::timestamptz AND h.hour < ${last}::timestamptz`.execute(tx);
  // With the sensors the primary key leads to the hours; without them it would lead through all that a device ever measured.
  const sensors = [...sensorRegistry(kit.apps).byId.keys()];
  await sql`
    INSERT INTO reading_hour (device_id, sensor_id, hour, count, sum, low, high)
    SELECT s.device, r.sensor_id, r.hour, r.count, r.sum, r.low, r.high FROM ${span}
     CROSS JOIN LATERAL (
       SELECT sensor_id, date_trunc('hour', time, 'UTC') AS hour, count(*) AS count, sum(value) AS sum, min(value) AS low, max(value) AS high
         FROM reading
        WHERE device_id = s.device AND sensor_id = ANY (${sensors}::integer[]) AND time >= s.first AND time < s.last AND value IS NOT NULL
          AND time >= ${first}::timestamptz AND time < ${last}::timestamptz
        GROUP BY 1, 2) r`.execute(tx);
}

import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { allDevices, sensorRegistry } from '#core/devices/server/api.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem, queryText, type Tx } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { MeasuredPoints } from '../measured-points.ts';

const intervalMs = 30_000;

/**
 * An hour is rolled up 70 minutes after its end, and points are recorded as late from 40 minutes after it, because late
 * points cost time. A batch that stores points in between has committed by then: no batch takes half an hour, and no
 * server clock is that wrong.
 */
const settledAfterMinutes = 70;
const lateAfterMs = 40 * 60_000;

/** Limits of one transaction: it holds few locks, and little work is repeated after a restart. */
const maxDevices = 2000;
const maxHoursOfDevice = 168;
const maxLateHours = 1000;
const minHours = 336;
const maxHours = 100_000;
/** The target duration of a transaction. */
const targetMs = 300;

type Span = { device: number; from: string; to: string };

/** Records the hours of late points, in the transaction that stores the points. */
export async function markLateHours(tx: Tx, messages: readonly MeasuredPoints[], now: number): Promise<void> {
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
  const lateHours = [...late.values()];
  await queryText(tx, {
    name: 'reading-late',
    text: 'INSERT INTO reading_late (device_id, hour) SELECT d, to_timestamp(t / 1000.0) FROM unnest($1::integer[], $2::bigint[]) n(d, t)',
    values: [lateHours.map(([device]) => device), lateHours.map(([, hour]) => hour)],
  });
}

/** Schedules a new roll-up from an instant on, for devices whose readings were inserted without the writer. */
export async function rollUpFrom(tx: Tx, devices: readonly number[], from: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO reading_rollup AS r (device_id, rolled_until)
    SELECT device, date_trunc('hour', ${from}, 'UTC') FROM unnest(${devices}::integer[]) device
    ON CONFLICT (device_id) DO UPDATE SET rolled_until = least(r.rolled_until, excluded.rolled_until)`.execute(tx);
}

/** Rolls up due hours in the background, at most half of the time, so that writers and readers come first. */
export function startRollup(kit: Kit): Stop {
  const ending = new AbortController();
  const stop = repeat(kit, intervalMs, 'rolling up readings failed', async () => {
    await addNewDevices(kit);
    let hours = minHours;
    for (let startedAt = performance.now(); await rollUpStep(kit, hours); startedAt = performance.now()) {
      const tookMs = performance.now() - startedAt;
      hours = tookMs < targetMs / 2 ? Math.min(hours * 2, maxHours) : Math.max(minHours, Math.floor(hours / 2));
      await pause(tookMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
    }
  });
  return () => {
    ending.abort();
    return stop();
  };
}

/** Rolls up all due hours. */
export async function rollUp(kit: Kit): Promise<void> {
  await addNewDevices(kit);
  while (await rollUpStep(kit, maxHours));
}

/** Adds new devices, starting with the first hour that has readings. */
const addNewDevices = (kit: Kit) =>
  inSystem(kit.db, (tx) =>
    sql`INSERT INTO reading_rollup (device_id, rolled_until)
        SELECT d.id, (SELECT rasid_first_reading_hour()) FROM ${sql.raw(allDevices)} d
         WHERE NOT EXISTS (SELECT FROM reading_rollup r WHERE r.device_id = d.id)
        ON CONFLICT DO NOTHING`.execute(tx),
  );

/** One bounded transaction. Returns false if nothing is due or other workers have locked it. */
const rollUpStep = async (kit: Kit, hours: number): Promise<boolean> =>
  (await inSystem(kit.db, (tx) => rollUpLate(kit, tx))) || (await inSystem(kit.db, (tx) => rollUpDue(kit, tx, hours)));

/** Rolls up due hours of devices, those with the fewest due hours first, so that most charts are soon complete. */
async function rollUpDue(kit: Kit, tx: Tx, hoursAtOnce: number): Promise<boolean> {
  const due = await sql<Span & { hours: number }>`
    SELECT device_id AS device, rolled_until AS "from",
           least(target.hour, rolled_until + ${maxHoursOfDevice} * interval '1 hour') AS "to",
           least(${maxHoursOfDevice}::integer, extract(epoch FROM target.hour - rolled_until)::integer / 3600) AS hours
      FROM reading_rollup CROSS JOIN (SELECT date_trunc('hour', now() - ${settledAfterMinutes} * interval '1 minute', 'UTC') AS hour) target
     WHERE rolled_until < target.hour
     ORDER BY rolled_until DESC LIMIT ${maxDevices} FOR UPDATE OF reading_rollup SKIP LOCKED`.execute(tx);
  let remaining = hoursAtOnce;
  const spans = due.rows.filter(({ hours }, i) => {
    remaining -= hours;
    return i === 0 || remaining >= 0;
  });
  if (spans.length === 0) return false;
  await sumUp(kit, tx, spans);
  await sql`UPDATE reading_rollup r SET rolled_until = n.until
              FROM unnest(${spans.map(({ device }) => device)}::integer[], ${spans.map(({ to }) => to)}::timestamptz[]) n(device, until)
             WHERE r.device_id = n.device`.execute(tx);
  return true;
}

/** Rolls up hours with late points again. */
async function rollUpLate(kit: Kit, tx: Tx): Promise<boolean> {
  const devices = await sql<{ device: number; until: string }>`
    SELECT device_id AS device, rolled_until AS until FROM reading_rollup
     WHERE device_id IN (SELECT device_id FROM reading_late ORDER BY id LIMIT ${maxLateHours})
     LIMIT ${maxDevices} FOR UPDATE SKIP LOCKED`.execute(tx);
  if (devices.rows.length === 0) return false;
  // After the lock, so that the commits of other workers for these devices are visible.
  const lateHours = await sql<{ device: number; from: string; to: string }>`
    WITH gone AS (
      DELETE FROM reading_late WHERE id IN (
        SELECT id FROM reading_late WHERE device_id = ANY (${devices.rows.map(({ device }) => device)}::integer[]) ORDER BY id LIMIT ${maxLateHours})
      RETURNING device_id, hour)
    SELECT DISTINCT device_id AS device, hour AS "from", hour + interval '1 hour' AS "to" FROM gone`.execute(tx);
  const until = new Map(devices.rows.map((device) => [device.device, device.until]));
  const spans = lateHours.rows.filter(({ device, from }) => from < (until.get(device) ?? ''));
  if (spans.length > 0) await sumUp(kit, tx, spans);
  return true;
}

/** Replaces the rolled-up hours of the spans. */
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
  // The list of sensors lets the primary key find the hours instead of scanning all readings of the device.
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

import { sql } from 'kysely';
import { newestValues, sensorRegistry } from '#core/devices/server/api.ts';
import { type Emitting, emit, systemActor } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { commitQueue } from '#platform/server/postgres/commit-queue.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { commandsOf, publishCommands } from './command-rows.ts';

/** Tolerated lag of device clocks whose offset is not reported, in seconds. */
const clockTolerance = 5;
/** A report settles an unknown outcome if it was measured this soon after the outcome became unknown, in minutes. */
const lateMinutes = 10;
/** Reports of devices that were offline for longer settle nothing. */
const unknownDays = 7;

/** `alarm` is the kind that the app declares for devices that do not follow the command. */
export type Followed = { id: number; deviceId: number; alarm: string | null };

/** Publishes ended commands after the commit, and emits their end. */
export async function announceEnd(context: Emitting, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, kit, afterCommit } = context;
  const commands = await commandsOf(tx, ids);
  afterCommit(() => publishCommands(kit, commands));
  await emit(context, 'command.ended', {
    commands: commands.map(({ id, deviceId, method, state }) => ({ id, deviceId, method, state })),
  });
}

/** Announces ended commands, and emits for those with a kind of alarm whether the device has followed. */
export async function announceFollowed(
  context: Emitting,
  ended: readonly Followed[],
  followed: boolean,
): Promise<void> {
  await announceEnd(
    context,
    ended.map(({ id }) => id),
  );
  for (const { deviceId, alarm: kind } of ended)
    if (kind !== null) await emit(context, 'command.followed', { deviceId, kind, followed });
}

/** SQL for whether a reported value `r`, as a number and as a text, is the one that the command `c` expects. */
const isExpected = sql`(NOT c.expected ? 'is' OR CASE jsonb_typeof(c.expected -> 'is')
    WHEN 'number' THEN abs(r.value - (c.expected ->> 'is')::double precision) <= coalesce((c.expected ->> 'tolerance')::double precision, 0)
    WHEN 'boolean' THEN (r.value <> 0) = (c.expected ->> 'is')::boolean
    ELSE r.word = c.expected ->> 'is' END)`;
const isOfSensor = sql`(NOT c.expected ? 'sensor' OR r.sensor_id = (c.expected ->> 'sensor')::integer)`;
const byReading = sql`c.expected IS NOT NULL AND NOT c.expected ? 'attribute'`;
const tolerance = sql`${sql.lit(clockTolerance)} * interval '1 second'`;

/** SQL for the time of a reading `r` by the clock of the server, as far as the device reports how late its clock is. */
const timeOf = (offsetId: number) =>
  sql`r.time - least(0, coalesce((SELECT o.value FROM ${sql.raw(newestValues)} o WHERE o.device_id = r.device_id AND o.sensor_id = ${offsetId}), 0)) * interval '1 second'`;
const offsetSensor = (kit: Kit) => sensorRegistry(kit.apps).named('devices', 'clockOffset')?.id ?? 0;

/** A command that has failed meanwhile is not changed, but its alarm ends. */
const confirm = (met: ReturnType<typeof sql>) => sql<Followed>`
  UPDATE device_command c SET state = CASE WHEN met.settles THEN 'confirmed' ELSE c.state END, reason = CASE WHEN met.settles THEN NULL ELSE c.reason END,
         unfollowed = false, changed_at = now()
    FROM (${met}) met WHERE c.id = met.id
  RETURNING c.id, c.device_id, c.expected ->> 'alarm' AS alarm`;

/** Points of messages: the device, their arrival, and their columns. */
export type ReportedPoints = {
  d: number;
  r: number;
  t: readonly number[];
  s: readonly number[];
  v: readonly (number | null)[];
  w?: readonly (string | null)[];
};

/**
 * Confirms the commands that new readings prove to have been executed, in the transaction that stores the readings. All
 * of them count, not only the newest: a lock can have opened and closed again. A reading belongs to the last command of
 * the same subject that was sent before it was measured. It also settles an outcome that was unknown, if it was
 * measured soon after the command. The returned function runs after the commit.
 */
export async function confirmByReadings(kit: Kit, tx: Tx, messages: readonly ReportedPoints[]): Promise<() => void> {
  const devices = [...new Set(messages.map(({ d }) => d))];
  if (devices.length === 0) return () => undefined;
  const { rows } = await queryText<{ device_id: number }>(tx, {
    name: 'devices-with-commands',
    text: `SELECT DISTINCT device_id FROM device_command
            WHERE device_id = ANY ($1::integer[]) AND expected IS NOT NULL AND (state IN ('sent', 'delivered', 'unknown') OR unfollowed)
              AND (state <> 'unknown' OR unfollowed OR changed_at > now() - interval '${unknownDays} days')`,
    values: [`{${devices.join()}}`],
  });
  if (rows.length === 0) return () => undefined;
  const waiting = new Set(rows.map((row) => row.device_id));
  const points = messages.flatMap(({ d, r, t, s, v, w }) =>
    waiting.has(d)
      ? t.map((time, i) => ({ d, s: s[i], t: Math.min(time, r), v: v[i] ?? null, w: w?.[i] ?? null }))
      : [],
  );
  const { afterCommit, run } = commitQueue(kit);
  const context = { tx, kit, actor: systemActor, afterCommit };
  const confirmed = await confirm(provenBy(kit, points)).execute(context.tx);
  await announceFollowed(context, confirmed.rows, true);
  return run;
}

const provenBy = (kit: Kit, points: readonly object[]) => sql`
  WITH point AS (
         SELECT n.d AS device_id, n.s AS sensor_id, to_timestamp(n.t / 1000) AS time, n.v AS value, n.w AS word
           FROM jsonb_to_recordset(${JSON.stringify(points)}::jsonb) AS n (d integer, s integer, t float8, v float8, w text)),
       r AS (SELECT r.device_id, r.sensor_id, r.value, r.word, ${timeOf(offsetSensor(kit))} AS time FROM point r),
       belonging AS (
         SELECT DISTINCT ON (r.device_id, r.sensor_id, r.time, r.word, r.value, coalesce(c.subject, c.id::text))
                c.id, c.state, c.unfollowed, c.changed_at, r.time
           FROM r JOIN device_command c ON c.device_id = r.device_id AND ${byReading} AND ${isOfSensor} AND c.sent_at <= r.time + ${tolerance}
          WHERE ${isExpected}
          ORDER BY r.device_id, r.sensor_id, r.time, r.word, r.value, coalesce(c.subject, c.id::text), c.sent_at <= r.time DESC, c.sent_at DESC),
       settling AS (
         SELECT id, state IN ('sent', 'delivered') OR state = 'unknown' AND time <= changed_at + ${sql.lit(lateMinutes)} * interval '1 minute' AS settles, unfollowed
           FROM belonging),
       met AS (SELECT id, bool_or(settles) AS settles FROM settling WHERE settles OR unfollowed GROUP BY id)
  SELECT met.id, met.settles FROM met JOIN device_command c ON c.id = met.id ORDER BY met.id FOR UPDATE OF c`;

/**
 * Confirms commands by the latest values. Readings confirm commands when they are stored; this is for network servers
 * that report the sending of a command only after the reading.
 */
export async function confirmByLatest(context: Emitting): Promise<void> {
  const confirmed = await confirm(sql`
    SELECT c.id, c.state IN ('sent', 'delivered') AS settles FROM device_command c
     WHERE ${byReading} AND (c.state IN ('sent', 'delivered') OR c.unfollowed)
       AND EXISTS (SELECT FROM ${sql.raw(newestValues)} r WHERE r.device_id = c.device_id AND ${isOfSensor}
         AND ${timeOf(offsetSensor(context.kit))} >= c.sent_at - ${tolerance} AND ${isExpected})
     ORDER BY c.id LIMIT 500 FOR UPDATE SKIP LOCKED`).execute(context.tx);
  await announceFollowed(context, confirmed.rows, true);
}

/** What a device has reported, by attribute. */
export type Reported = { deviceId: number; values: object };

/** Confirms the commands whose attribute devices have just reported. Anything but an object leaves open whether an entry is gone. */
export async function confirmReported(context: Emitting, reports: readonly Reported[]): Promise<void> {
  if (reports.length === 0) return;
  const reported = sql`(n.values -> (c.expected ->> 'attribute'))`;
  const entry = sql`(${reported} -> (c.expected ->> 'entry'))`;
  const confirmed = await sql<Followed>`
    UPDATE device_command c SET state = 'confirmed', reason = NULL, unfollowed = false, changed_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) AS n ("deviceId" integer, values jsonb)
     WHERE c.device_id = n."deviceId" AND c.expected ? 'attribute' AND c.state IN ('sent', 'delivered') AND n.values ? (c.expected ->> 'attribute')
       AND CASE WHEN c.expected ? 'gone' THEN jsonb_typeof(${reported}) = 'object' AND ${entry} IS NULL
                WHEN c.expected ? 'entry' THEN ${entry} = c.expected -> 'is' OR ${entry} = 'true'::jsonb
                ELSE NOT c.expected ? 'is' OR ${reported} = c.expected -> 'is' END
    RETURNING c.id, c.device_id, c.expected ->> 'alarm' AS alarm`.execute(context.tx);
  await announceFollowed(context, confirmed.rows, true);
}

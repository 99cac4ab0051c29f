import { type RawBuilder, sql } from 'kysely';
import { seedLatestValues } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { rollUpFrom } from './statistics/rollup.ts';

/**
 * The daily curve of a sensor: a mean with an amplitude around noon and noise. A total grows by this value each hour.
 */
export type Curve = {
  device: number;
  sensor: number;
  mean: number;
  swing: number;
  noise: number;
  lowest: number;
  total: boolean;
  /** The change of the mean per day up to now. */
  trend?: number | undefined;
  /** The value at which a total starts; 1,000 by default. */
  start?: number | undefined;
  /** The number of whole months before this one in which a total also has readings. */
  months?: number | undefined;
  /** The fraction by which a total grows faster than its mean in the middle of July, and slower in January. */
  season?: number | undefined;
  /** Whether it has a reading every ten minutes on all days, not only on the last two. Never for a total. */
  dense?: boolean | undefined;
};

/** The value of a curve without its noise at a time in milliseconds since 1970; of a total the growth per hour. */
export const dailyValue = ({ mean, swing }: Pick<Curve, 'mean' | 'swing'>, at: number): number =>
  mean + swing * Math.sin((at / 3_600_000 - 8) * (Math.PI / 12));

/** Days begin at multiples of it in the time zones of the demo, or an hour off. */
const olderHours = 4;
/** The number of recent days for which all sensors have a reading every ten minutes. */
const fineDays = 2;

/** A year begins in the middle of July, when the season is at its highest. */
const seasonAt = (at: string) =>
  `(1 + c.season * cos(extract(epoch FROM ${at} - timestamptz '2026-07-15Z') * 2 * pi() / (365.25 * 86400)))`;

/**
 * Adds readings that follow the curves: hourly in the last days, every ten minutes in the last two of them, and every
 * four hours in the months of those that have some. The season varies the growth of totals around today's, with which
 * devices continue.
 */
export async function addReadings(tx: Tx, curves: readonly Curve[], days: number): Promise<void> {
  const [dense, others] = [curves.filter((curve) => curve.dense), curves.filter((curve) => !curve.dense)];
  await insertReadings(tx, others, days, fineDays);
  if (dense.length > 0) await insertReadings(tx, dense, days, Math.max(days, fineDays));
  for (const [months, of] of Map.groupBy(curves, (curve) => curve.months ?? 0)) {
    const devices = [...new Set(of.map(({ device }) => device))];
    const from = months > 0 ? monthsAgo(months) : sql`now() - ${days + 1} * interval '1 day'`;
    await rollUpFrom(tx, devices, from);
  }
  const devices = [...new Set(curves.map(({ device }) => device))];
  const newest = await sql<{ device: number; sensor: number; time: string; value: number }>`
    SELECT DISTINCT ON (device_id, sensor_id) device_id AS device, sensor_id AS sensor, time, value FROM reading
     WHERE device_id = ANY (${devices}::integer[]) AND time > now() - interval '1 day' ORDER BY device_id, sensor_id, time DESC`.execute(
    tx,
  );
  await seedLatestValues(tx, newest.rows);
}

/** Inserts a reading each hour of the days, and every ten minutes in the last `fine` of them. */
async function insertReadings(tx: Tx, curves: readonly Curve[], days: number, fine: number): Promise<void> {
  const column = <T>(pick: (curve: Curve) => T) => curves.map(pick);
  const longest = Math.max(0, ...column(({ months }) => months ?? 0));
  await sql`
    INSERT INTO reading (device_id, sensor_id, time, value)
    SELECT p.device, p.sensor, p.time, CASE WHEN p.total THEN p.start + sum(p.value) OVER (PARTITION BY p.device, p.sensor ORDER BY p.time) ELSE p.value END
      FROM (SELECT c.device, c.sensor, c.total, c.start, g.time,
                   round((greatest(c.lowest, c.mean + c.trend * extract(epoch FROM g.time - now()) / 86400 + c.swing * sin((extract(epoch FROM g.time) / 3600 - 8) * pi() / 12) + c.noise * (random() - 0.5) * 2)
                          * CASE WHEN c.total THEN g.hours * ${sql.raw(seasonAt('g.time'))} / ${sql.raw(seasonAt('now()'))} ELSE 1 END)::numeric, 3)::double precision AS value
              FROM unnest(${column((curve) => curve.device)}::integer[], ${column((curve) => curve.sensor)}::integer[], ${column((curve) => curve.mean)}::float8[], ${column((curve) => curve.swing)}::float8[],
                          ${column((curve) => curve.noise)}::float8[], ${column((curve) => curve.lowest)}::float8[], ${column((curve) => curve.total)}::boolean[], ${column((curve) => curve.start ?? 1000)}::float8[],
                          ${column((curve) => curve.months ?? 0)}::integer[], ${column((curve) => curve.season ?? 0)}::float8[], ${column((curve) => curve.trend ?? 0)}::float8[]) AS c (device, sensor, mean, swing, noise, lowest, total, start, months, season, trend)
              JOIN (SELECT h AS time, 1.0 AS hours, false AS older FROM generate_series(date_trunc('hour', now()) - ${days} * interval '1 day', date_trunc('hour', now()) - ${fine} * interval '1 day', interval '1 hour') h
                     UNION ALL
                    SELECT m, 1.0 / 6, false FROM generate_series(date_trunc('hour', now()) - ${fine} * interval '1 day' + interval '10 minutes', now() - interval '1 minute', interval '10 minutes') m
                     UNION ALL
                    SELECT h, ${olderHours}::numeric, true FROM generate_series(${monthsAgo(longest)}, date_trunc('hour', now()) - ${days} * interval '1 day' - interval '1 hour', ${olderHours} * interval '1 hour') h) g
                ON NOT g.older OR (c.months > 0 AND g.time >= ${monthsAgo(sql`c.months`)})) p`.execute(tx);
}

/** The beginning of a month, half a day early, so that it has begun in every time zone. */
const monthsAgo = (months: number | RawBuilder<unknown>) =>
  sql`date_trunc('month', now()) - ${months} * interval '1 month' - interval '12 hours'`;

/** A period in which a sensor stayed near an unusual value, in its unit, or had another state. */
export type Episode = { device: number; sensor: number; from: string; minutes: number; value: number; isState?: true };

/** Replaces the readings of the episodes by unusual ones, every five minutes. Called after `addReadings`. */
export async function addEpisodes(tx: Tx, episodes: readonly Episode[]): Promise<void> {
  if (episodes.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb) AS e (device integer, sensor integer, "from" timestamptz, minutes integer, value float8, "isState" boolean)`;
  await sql`DELETE FROM reading r USING ${given}
    WHERE r.device_id = e.device AND r.sensor_id = e.sensor AND r.time BETWEEN e."from" AND e."from" + e.minutes * interval '1 minute'`.execute(
    tx,
  );
  await sql`INSERT INTO reading (device_id, sensor_id, time, value)
    SELECT e.device, e.sensor, e."from" + n * interval '5 minutes', CASE WHEN e."isState" THEN e.value ELSE round((e.value * (0.99 + random() * 0.02))::numeric, 3) END
      FROM ${given}, generate_series(0, e.minutes / 5) n`.execute(tx);
  const [earliest] = episodes.map(({ from }) => from).toSorted();
  await rollUpFrom(tx, [...new Set(episodes.map(({ device }) => device))], sql`${earliest}::timestamptz`);
}

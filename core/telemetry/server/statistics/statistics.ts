import { sql } from 'kysely';
import type { SensorType } from '#core/devices/common/manifest.ts';
import { expectedInterval } from '#core/devices/common/models/reporting.ts';
import { sensorRegistry, visibleDevice } from '#core/devices/server/api.ts';
import { zoneOfSite } from '#core/places/server/api.ts';
import { dayMs, offsetAt } from '#platform/common/time/wall-clock.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { readingRoutes } from '../../common/reading.ts';
import { nightHours, type SensorStatistics, type StatisticsReply } from '../../common/statistics.ts';
import { directoryOf, tokenActive } from '../known-devices.ts';
import {
  betweenTimes,
  type ChartBucket,
  ceilHour,
  floorHour,
  hourMs,
  iso,
  ofSensors,
  readPoints,
} from './chart-points.ts';
import { assertChartPeriod, increases } from './chart-series.ts';

/** Counts the alarms of a device that were raised in a period, by the key of the sensor. */
export type AlarmCounts = (
  tx: Tx,
  device: number,
  period: { from: string; to: string },
) => Promise<{ sensor: string | null; count: number }[]>;

type StatisticsContext = Context<ReturnType<typeof readingRoutes>['statistics']>;
/** `from` and `to` in milliseconds since 1970; `interval` is the reporting interval in seconds. */
type Query = { device: number; from: number; to: number; interval: number; zone: string };
type Summary = Pick<SensorStatistics, 'count' | 'last' | 'coverage' | 'distribution'>;

/** The number of days, summed over the sensors, up to which all readings are read. */
const maxExactDays = 40;
/** A value holds for this many reporting intervals at most. */
const staleIntervals = 3;

/** The statistics of a device's numeric sensors over a period. */
export async function deviceStatistics(
  { tx, kit, params, query, actor }: StatisticsContext,
  app: string,
  alarmCounts: AlarmCounts,
): Promise<StatisticsReply> {
  const device = await visibleDevice(tx, actor, app, params.id);
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  assertChartPeriod(from, to);
  const registry = sensorRegistry(kit.apps);
  const active = await tokenActive(kit, device.id);
  const known = directoryOf(kit).peek(device.id);
  if (!active || !known) throw refuse(477, 'nothing-to-show');
  const sensors = query.sensors
    ? query.sensors.split(',').map((key) => registry.named(app, key))
    : [...known.sensors.values()];
  if (sensors.includes(undefined)) throw invalid('sensors', 'unknown-sensor');
  const numeric = [...new Set(sensors)].flatMap((sensor) => (sensor?.kind === 'number' ? sensor : []));
  const statisticsQuery: Query = {
    device: device.id,
    from,
    to: Math.max(from + 1, Math.min(to, Date.now())),
    interval: Math.max(1, expectedInterval(known.reporting)),
    zone: await zoneOfSite(tx, device),
  };
  const alarms = await alarmCounts(tx, device.id, query);
  const { approximate, sensors: found } = await bypassRls(tx, actor.scope, () =>
    readStatistics(tx, statisticsQuery, numeric),
  );
  if (found.length === 0) throw refuse(477, 'nothing-to-show');
  return {
    approximate,
    alarms: alarms.reduce((sum, { count }) => sum + count, 0),
    sensors: found.map((one) => ({
      ...one,
      alarms: alarms.find(({ sensor }) => sensor === one.sensor)?.count ?? 0,
    })),
  };
}

async function readStatistics(tx: Tx, query: Query, sensors: readonly SensorType[]) {
  const days = (sensors.length * (query.to - query.from)) / dayMs;
  const approximate = days > maxExactDays;
  const ids = sensors.map(({ id }) => id);
  const summaries = await (approximate ? summariesOfHours(tx, query, ids) : summariesOfReadings(tx, query, ids));
  const found: Omit<SensorStatistics, 'alarms'>[] = [];
  for (const { id, key, unit, decimals = 0, counter } of sensors) {
    const summary = summaries.get(id);
    if (!summary) continue;
    found.push({
      ...summary,
      sensor: key,
      unit,
      decimals,
      distribution: counter ? null : summary.distribution,
      increase: counter ? await increaseOf(tx, query, id) : null,
      bands: null,
    });
  }
  return { approximate, sensors: found };
}

type Row = {
  sensorId: number;
  count: number;
  slots: number;
  low: [value: number, seconds: number];
  high: [value: number, seconds: number];
  last: [seconds: number, value: number];
  mean: number;
  deviation: number;
  percentiles: [number, number, number];
};

const instant = (seconds: number) => iso(seconds * 1000);
const slotsIn = ({ from, to, interval }: Query) => Math.max(1, (to - from) / 1000 / interval);
const percent = (part: number, whole: number) => Math.min(100, (part / whole) * 100);

/** Reads every reading of the period. */
async function summariesOfReadings(tx: Tx, query: Query, sensors: number[]): Promise<Map<number, Summary>> {
  const { device, from, to, interval } = query;
  const slot = sql`floor(extract(epoch FROM time - ${iso(from)}::timestamptz) / ${interval})`;
  const rows = await sql<Row>`
    WITH point AS (
      SELECT sensor_id, value, extract(epoch FROM time)::float8 AS at,
             least(extract(epoch FROM coalesce(lead(time) OVER w, ${iso(to)}::timestamptz) - time)::float8, ${interval * staleIntervals}) AS held,
             ${slot} IS DISTINCT FROM lag(${slot}) OVER w AS new_slot
        FROM reading
       WHERE ${ofSensors({ device, sensors })} AND ${betweenTimes('time', from, to)} AND value IS NOT NULL
      WINDOW w AS (PARTITION BY sensor_id ORDER BY time))
    SELECT sensor_id, count(*)::integer AS count, (count(*) FILTER (WHERE new_slot))::integer AS slots,
           min(ARRAY[value, at]) AS low, max(ARRAY[value, -at]) AS high, max(ARRAY[at, value]) AS last,
           coalesce(sum(value * held) / nullif(sum(held), 0), avg(value)) AS mean, stddev_pop(value) AS deviation,
           percentile_cont(ARRAY[0.05, 0.5, 0.95]) WITHIN GROUP (ORDER BY value) AS percentiles
      FROM point GROUP BY sensor_id`.execute(tx);
  return new Map(
    rows.rows.map(({ sensorId, count, slots, low, high, last, mean, deviation, percentiles: [p5, p50, p95] }) => [
      sensorId,
      {
        count,
        last: { value: last[1], at: instant(last[0]) },
        coverage: percent(slots, slotsIn(query)),
        distribution: {
          min: { value: low[0], at: instant(low[1]) },
          max: { value: high[0], at: instant(-high[1]) },
          p5,
          p50,
          p95,
          mean,
          deviation,
        },
      },
    ]),
  );
}

const wholeHours = ({ from, to }: Query) => ({ from: floorHour(from), to: ceilHour(to), seconds: 3600 });

/** Reads hourly sums, and for each sensor the hours with the lowest, highest and last value. */
async function summariesOfHours(tx: Tx, query: Query, sensors: number[]): Promise<Map<number, Summary>> {
  const { device, interval } = query;
  const points = await readPoints(tx, { device, sensors, ...wholeHours(query) });
  const summaries = new Map<number, Summary>();
  for (const [sensor, hours] of Map.groupBy(points, ({ sensorId }) => sensorId)) {
    const low = hours.reduce((best, hour) => (hour.low < best.low ? hour : best));
    const high = hours.reduce((best, hour) => (hour.high > best.high ? hour : best));
    const last = hours.at(-1) as ChartBucket;
    const weights = hours.map(({ n }) => Math.min(hourMs / 1000, n * interval));
    const weight = weights.reduce((sum, one) => sum + one, 0);
    const mean = hours.reduce((sum, hour, i) => sum + hour.mean * (weights[i] ?? 0), 0) / weight;
    const square = hours.reduce((sum, hour, i) => sum + (hour.mean - mean) ** 2 * (weights[i] ?? 0), 0);
    const [p5, p50, p95] = percentilesOf(hours);
    summaries.set(sensor, {
      count: hours.reduce((sum, { n }) => sum + n, 0),
      last: await firstInHour(tx, device, sensor, last.t, sql`time DESC`),
      coverage: percent(weight / interval, slotsIn(query)),
      distribution: {
        min: await firstInHour(tx, device, sensor, low.t, sql`value, time`),
        max: await firstInHour(tx, device, sensor, high.t, sql`value DESC, time`),
        p5,
        p50,
        p95,
        mean,
        deviation: Math.sqrt(square / weight),
      },
    });
  }
  return summaries;
}

/** The percentiles of hourly means, each counted as often as the hour has readings. */
function percentilesOf(hours: readonly ChartBucket[]): [number, number, number] {
  const sorted = hours.toSorted((a, b) => a.mean - b.mean);
  const count = sorted.reduce((sum, { n }) => sum + n, 0);
  const at = (share: number) => {
    let passed = 0;
    for (const { n, mean } of sorted) {
      passed += n;
      if (passed >= share * count) return mean;
    }
    return sorted.at(-1)?.mean ?? 0;
  };
  return [at(0.05), at(0.5), at(0.95)];
}

async function firstInHour(tx: Tx, device: number, sensor: number, hour: number, order: ReturnType<typeof sql>) {
  const rows = await sql<{ value: number; at: string }>`
    SELECT value, time AS at FROM reading
     WHERE ${ofSensors({ device, sensors: [sensor] })} AND ${betweenTimes('time', hour, hour + hourMs)} AND value IS NOT NULL
     ORDER BY ${order} LIMIT 1`.execute(tx);
  return rows.rows[0] ?? { value: 0, at: iso(hour) };
}

/** The increase of a counter by full hours, and that of the period of the same length before. */
async function increaseOf(tx: Tx, query: Query, sensor: number): Promise<SensorStatistics['increase']> {
  const { device, zone } = query;
  const hours = wholeHours(query);
  const length = hours.to - hours.from;
  const points = await readPoints(tx, { device, sensors: [sensor], ...hours, from: hours.from - length });
  const grown = increases(points).map(([t, amount]) => ({ t, amount }));
  const within = grown.filter(({ t }) => t >= hours.from);
  const before = grown.filter(({ t }) => t < hours.from);
  const sumOf = (some: typeof grown) => some.reduce((sum, { amount }) => sum + amount, 0);
  const total = sumOf(within);
  const highest = within.reduce<(typeof grown)[number] | null>(
    (best, hour) => (best && best.amount >= hour.amount ? best : hour),
    null,
  );
  const isNight = ({ t }: { t: number }) => {
    const hour = new Date(t + offsetAt(t, zone)).getUTCHours();
    return hour >= nightHours.from || hour < nightHours.to;
  };
  return {
    total,
    perDay: total / (length / dayMs),
    highestHour: highest && { value: highest.amount, at: iso(highest.t) },
    nightShare: total > 0 ? sumOf(within.filter(isNight)) / total : null,
    before: before.length > 0 ? sumOf(before) : null,
  };
}

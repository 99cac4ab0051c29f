import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { overlapping, parametersOf, type StatesOf } from './overlapping.ts';

/** How long sensors were on, of the time in which that is known, in a weekday and hour of the zone. */
export type HourOfWeek = {
  /** 0: Saturday. */
  day: number;
  hour: number;
  onSeconds: number;
  knownSeconds: number;
};

/** How often sensors went on, and for how long in seconds: of those times that have ended and whose end is known. */
export type Stays = { count: number; mean: number | null; median: number | null };

/** The parts of the period in which a state was known, until now at most. */
const known = `SELECT greatest(from_at, to_timestamp($3::float8 / 1000)) AS since, value > 0 AS is_on,
                      least(coalesce(to_at, now()), to_timestamp($4::float8 / 1000), now()) AS until
                 FROM ${overlapping} o WHERE value IS NOT NULL`;

/** The seconds by weekday and hour. Runs as the role that sees all rows. */
export async function hoursOfWeek(tx: Tx, of: StatesOf, zone: string): Promise<HourOfWeek[]> {
  const { rows } = await queryText<{ day: number; hour: number; on: number; known: number }>(tx, {
    // No zone is off by less than a quarter.
    text: `WITH known AS (${known}), part AS (
             SELECT rasid_wall(q, $5) AS wall, is_on, extract(epoch FROM least(until, q + interval '15 minutes') - greatest(since, q))::float8 AS seconds
               FROM known, generate_series(date_bin('15 minutes', since, 'epoch'), until, interval '15 minutes') q
              WHERE least(until, q + interval '15 minutes') > greatest(since, q))
           SELECT (extract(dow FROM wall)::integer + 1) % 7 AS day, extract(hour FROM wall)::integer AS hour,
                  coalesce(sum(seconds) FILTER (WHERE is_on), 0) AS on, sum(seconds) AS known
             FROM part GROUP BY 1, 2 ORDER BY 1, 2`,
    values: [...parametersOf(of), zone],
  });
  return rows.map(({ day, hour, on, known: knownSeconds }) => ({ day, hour, onSeconds: on, knownSeconds }));
}

/** The times in which sensors were on that began in the period and lasted long enough. Runs as the role that sees all rows. */
export async function staysIn(tx: Tx, of: StatesOf, leastSeconds: number): Promise<Stays> {
  const { rows } = await queryText<Stays>(tx, {
    // A person who confirms that a sensor is on begins another interval, and not another stay.
    text: `WITH state AS (
             SELECT o.*, value > 0 IS TRUE AS is_on, lag(value > 0) OVER w IS TRUE AS was_on
               FROM ${overlapping} o WINDOW w AS (PARTITION BY device_id, channel ORDER BY from_at)),
           run AS (
             SELECT state.*, count(*) FILTER (WHERE is_on AND NOT was_on) OVER (PARTITION BY device_id, channel ORDER BY from_at) AS run FROM state),
           stay AS (
             SELECT device_id, channel, min(from_at) AS from_at, CASE WHEN bool_and(to_at IS NOT NULL) THEN max(to_at) END AS to_at
               FROM run WHERE is_on GROUP BY device_id, channel, run),
           counted AS (
             SELECT extract(epoch FROM coalesce(to_at, now()) - from_at)::float8 AS seconds,
                    EXISTS (SELECT FROM state_interval i WHERE i.device_id = s.device_id AND i.sensor_id = $2 AND i.channel = s.channel
                               AND i.time = s.to_at AND i.value <= 0)
                    OR EXISTS (SELECT FROM state_current c WHERE c.device_id = s.device_id AND c.sensor_id = $2 AND c.channel = s.channel
                                  AND c.since = s.to_at AND c.value <= 0) AS ends
               FROM stay s WHERE from_at >= to_timestamp($3::float8 / 1000))
           SELECT count(*)::integer AS count, avg(seconds) FILTER (WHERE ends) AS mean,
                  percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE ends) AS median
             FROM counted WHERE seconds >= $5`,
    values: [...parametersOf(of), leastSeconds],
  });
  return rows[0] ?? { count: 0, mean: null, median: null };
}

import { setImmediate as afterOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import { siteZone } from '#core/places/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { leastKnown } from '../../common/analysis.ts';
import { instantOf } from '../analysis/bay-spans.ts';
import { quarterMs } from '../stays/times.ts';
import { expectationsOf, type KnownShares, learnedDays } from './expected.ts';
import { type Clock, quarterOf } from './local-days.ts';
import { bandDays, proofOf } from './proof.ts';

const locationsAtOnce = 20;
/** How far back quarters are read: the oldest forecast that is checked was made with the days before it. */
const readDays = bandDays + learnedDays + 1;
/** Forecasts start at the quarter that is known last, which has ended a while ago. */
const quartersBefore = 8;
/** A day longer than until the end of tomorrow, because forecasts are made once a day at any time, or late. */
const quartersAhead = 3 * 96;

type Place = Clock & { id: number };

/** The occupied shares of the quarters of locations, without those in which they were closed or too little was known. */
async function knownShares(tx: Tx, ids: readonly number[], now: number): Promise<Map<number, KnownShares>> {
  const { rows } = await sql<{ locationId: number; quarters: number[]; shares: number[] }>`
    SELECT q.location_id, array_agg((extract(epoch FROM q.at) * 1000 / ${quarterMs})::integer) AS quarters,
           array_agg(q.occupied_seconds::float8 / (q.occupied_seconds + q.free_seconds)) AS shares
      FROM sparking_quarter q
     WHERE q.location_id = ANY (${ids}::integer[]) AND q.group_id = 0 AND q.at >= ${instantOf(now - readDays * dayMs)}
       AND q.open_seconds > 0 AND q.occupied_seconds + q.free_seconds >= ${leastKnown}::float8 * q.open_seconds
     GROUP BY q.location_id`.execute(tx);
  return new Map(
    rows.map(({ locationId, quarters, shares }) => [
      locationId,
      new Map(quarters.map((quarter, n) => [quarter, shares[n] ?? 0])),
    ]),
  );
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

/** What is expected of a location, and how good such forecasts have been. */
function forecastOf(place: Place, known: KnownShares, now: number) {
  const current = quarterOf(now);
  const from = current - quartersBefore;
  const expectations = expectationsOf(known, place);
  const { errors, bands } = proofOf(known, expectations, current);
  return {
    id: place.id,
    from: from * quarterMs,
    expected: Array.from({ length: quartersBefore + quartersAhead }, (_, n) => {
      const share = expectations.expected(from + n);
      return share === null ? null : rounded(share);
    }),
    bands: bands.map(({ quarters, low, high }) => ({ quarters, low: rounded(low), high: rounded(high) })),
    error: errors?.error,
    asNow: errors?.asNow,
    weekAgo: errors?.weekAgo,
    anyTime: errors?.anyTime,
  };
}

/** Has forecasts made at once, such as of those for which they have been switched on. */
export async function makeForecastsSoon(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('sparkingForecast')
    .set({ dueAt: new Date().toISOString() })
    .where('id', '=', anyOf(ids))
    .execute();
}

/**
 * Makes the forecasts of locations from what their quarters say by then, with as many statements for one as for all. Nothing
 * is kept of those that have none.
 */
export async function renewForecasts(tx: Tx, ids: readonly number[], now: number): Promise<void> {
  const { rows: places } = await sql<Place>`
    SELECT l.id, l.schedule, coalesce(l.schedule ->> 'timeZone', ${siteZone('l.id', 'l.company_id')}) AS zone
      FROM sparking_location l WHERE l.id = ANY (${ids}::integer[]) AND l.forecast`.execute(tx);
  const known = await knownShares(
    tx,
    places.map(({ id }) => id),
    now,
  );
  const made: ReturnType<typeof forecastOf>[] = [];
  for (const place of places) {
    made.push(forecastOf(place, known.get(place.id) ?? new Map(), now));
    // Each takes some hundredths of a second, for which messages must not wait in a row.
    await afterOthers();
  }
  await sql`
    UPDATE sparking_forecast f
       SET due_at = now() + interval '1 day', made_at = CASE WHEN n.id IS NOT NULL THEN now() END, from_at = to_timestamp(n."from" / 1000),
           expected = coalesce(n.expected, '[]'), bands = coalesce(n.bands, '[]'),
           error = n.error, error_as_now = n."asNow", error_week = n."weekAgo", error_any_time = n."anyTime"
      FROM unnest(${ids}::integer[]) AS t (id)
      LEFT JOIN jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        AS n (id integer, "from" float8, expected jsonb, bands jsonb, error float8, "asNow" float8, "weekAgo" float8, "anyTime" float8) ON n.id = t.id
     WHERE f.id = t.id`.execute(tx);
}

/** Makes the forecasts of car parks once a day. */
export const dueForecasts = dueBatch<{ id: number }>(
  'forecasts of car parks',
  { table: 'sparking_forecast', at: 'due_at' },
  locationsAtOnce,
  ({ tx }, taken) =>
    renewForecasts(
      tx,
      taken.map(({ id }) => id),
      Date.now(),
    ),
);

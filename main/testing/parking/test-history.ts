import { dayMs } from '#platform/common/time/wall-clock.ts';
import { afterMs } from '#solutions/sparking/server/analysis/due-quarters.ts';
import { carParks } from '#solutions/sparking/server/demo/car-parks.ts';
import { occupiedShares } from '#solutions/sparking/server/demo/day-shares.ts';
import { dueForecasts } from '#solutions/sparking/server/forecast/due-forecasts.ts';
import { quarterMs } from '#solutions/sparking/server/stays/times.ts';
import { dueDone } from '../test-device.ts';
import type { TestParking } from './test-parking.ts';

const placeSeconds = 100_000;
const placesInService = 0.9;
const [mall] = carParks;
/** A Saturday without holidays around it. */
const firstDay = Date.parse('2026-10-03T00:00:00+04:00');

/** How full a car park was in quarters of an hour since a time, and which part of its bays was known. */
type History = { from: number; shares: readonly number[]; knownPart?: (n: number) => number };

/** The shares of so many days until now of a car park of the demo, which are the same whatever day it is. */
export function historyOf(days: number): { from: number; shares: number[] } {
  if (!mall) throw new Error('there is no car park in the demo');
  const until = Math.floor((Date.now() - afterMs) / quarterMs) * quarterMs;
  const from = until - days * dayMs;
  const shift = Math.floor((from - firstDay) / dayMs) * dayMs;
  return { from, shares: occupiedShares(mall, from - shift, until - shift) };
}

/** Makes the forecasts of car parks as if they were due. */
export async function makeForecasts({ app }: TestParking, ...locations: readonly number[]): Promise<void> {
  await app.kit.pool.query('UPDATE sparking_forecast SET due_at = now() WHERE id = ANY ($1)', [locations]);
  await dueDone(app, [dueForecasts]);
}

/** Has the quarters of a car park counted with this history, and its forecast made. */
export async function addHistory(parking: TestParking, location: number, history: History): Promise<void> {
  const { pool } = parking.app.kit;
  const { from, shares, knownPart = () => 1 } = history;
  const rows = shares.map((share, n) => {
    const known = Math.round(placeSeconds * placesInService * knownPart(n));
    return { at: from + n * quarterMs, known, occupied: Math.round(known * share) };
  });
  await pool.query('DELETE FROM sparking_quarter WHERE location_id = $1', [location]);
  await pool.query(
    `INSERT INTO sparking_quarter (location_id, group_id, at, company_id, open_seconds, occupied_seconds, free_seconds, arrivals, departures, corrections, max_occupied)
     SELECT $1, 0, to_timestamp(n.at / 1000), $2, $3, n.occupied, n.known - n.occupied, 0, 0, 0, 0
       FROM jsonb_to_recordset($4) AS n (at float8, known integer, occupied integer)`,
    [location, parking.company, placeSeconds, JSON.stringify(rows)],
  );
  await pool.query(`UPDATE sparking_counted SET counted_until = $2, due_at = now() + interval '1 hour' WHERE id = $1`, [
    location,
    new Date(from + shares.length * quarterMs).toISOString(),
  ]);
  await makeForecasts(parking, location);
}

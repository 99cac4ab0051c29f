import { sql } from 'kysely';
import type { StateSpan } from '#platform/common/time/state-spans.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { instantOf, openAt } from './bay-spans.ts';
import { countedQuarters } from './counted-quarters.ts';
import { quarterSums } from './quarter-sums.ts';

/**
 * Counts the quarters of a period of locations, and replaces those that were counted before, with as many statements for one
 * as for all. The caller has locked `sparking_counted`. Runs as the role that sees all rows.
 */
export async function countQuarters(tx: Tx, locations: readonly number[], period: StateSpan): Promise<void> {
  const open = await openAt(tx, locations, period);
  const counted = await countedQuarters(tx, locations, { period, open });
  await sql`
    DELETE FROM sparking_quarter WHERE location_id = ANY (${locations}::integer[]) AND at >= ${instantOf(period.from)} AND at < ${instantOf(period.to)}`.execute(
    tx,
  );
  await sql`
    INSERT INTO sparking_quarter (location_id, group_id, at, company_id, open_seconds, occupied_seconds, free_seconds, arrivals, departures, corrections, max_occupied)
    SELECT q.location_id, q.group_id, q.at, l.company_id, q.open, q.occupied, q.free, q.arrivals, q.departures, q.corrections, q.max
      FROM (${quarterSums({ locations, period, open, counted })}) q JOIN sparking_location l ON l.id = q.location_id`.execute(
    tx,
  );
}

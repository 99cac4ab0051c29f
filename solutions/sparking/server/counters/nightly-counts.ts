import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { siteZone } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { tell } from '../webhooks/tell.ts';
import { reconcileLocations } from './due-tallies.ts';
import type { GroupTally } from './group-tallies.ts';

const atOnce = 200;

/** Plans the next nightly count of these locations, at their time of day and in their time zone. */
export async function planNightlyCounts(tx: Tx, locations: readonly number[]): Promise<void> {
  await sql`DELETE FROM sparking_nightly_count WHERE id = ANY (${locations}::integer[])`.execute(tx);
  // A figure that nothing takes any more.
  await sql`
    DELETE FROM sparking_given_count v USING sparking_group g, sparking_location l
     WHERE v.id = g.id AND l.id = g.location_id AND l.id = ANY (${locations}::integer[]) AND l.quiet_at IS NULL`.execute(
    tx,
  );
  await sql`
    INSERT INTO sparking_nightly_count (id, company_id, due_at)
    SELECT l.id, l.company_id, (n.day + l.quiet_at::time + CASE WHEN l.quiet_at::time > n.time THEN interval '0 days' ELSE interval '1 day' END) AT TIME ZONE n.zone
      FROM sparking_location l
     CROSS JOIN LATERAL (SELECT ${siteZone('l.id', 'l.company_id')} AS zone) z
     CROSS JOIN LATERAL (SELECT z.zone, (now() AT TIME ZONE z.zone)::date AS day, (now() AT TIME ZONE z.zone)::time AS time) n
     WHERE l.id = ANY (${locations}::integer[]) AND l.quiet_at IS NOT NULL ORDER BY l.id`.execute(tx);
}

type Given = Pick<GroupTally, 'id' | 'companyId' | 'locationId' | 'name'> & {
  before: number;
  after: number;
  reason: string;
  by: { id: number; name: string } | null;
};

/** Sets the counts of groups that only counters watch to what people have said beforehand. */
async function takeGivenCounts(context: Emitting, locations: readonly number[]): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<Given>`
    WITH given AS (
      DELETE FROM sparking_given_count v USING sparking_group g WHERE v.id = g.id AND g.location_id = ANY (${locations}::integer[])
      RETURNING v.id, v.value, v.reason, v.user_id, g.company_id, g.location_id, g.name, g.count_mode),
    taken AS (
      SELECT v.*, coalesce(c.anchor + c.passed_in - c.passed_out, 0) AS before FROM given v
        JOIN sparking_location l ON l.id = v.location_id LEFT JOIN sparking_count c ON c.id = v.id
       WHERE coalesce(v.count_mode, l.count_mode) = 'counters'),
    line AS (
      INSERT INTO sparking_correction (company_id, location_id, group_id, before, after, cause, reason, user_id)
      SELECT company_id, location_id, id, before, value, 'quiet-hour', reason, user_id FROM taken),
    counted AS (
      INSERT INTO sparking_count AS c (id, company_id, anchor, anchor_at) SELECT id, company_id, value, now() FROM taken ORDER BY id
      ON CONFLICT (id) DO UPDATE SET anchor = excluded.anchor, anchor_at = excluded.anchor_at, passed_in = 0, passed_out = 0, outside_since = NULL)
    SELECT id, company_id, location_id, name, before::float8 AS before, value AS after, reason, ${personNamed('t.user_id')} AS by FROM taken t`.execute(
    tx,
  );
  await tell(
    context,
    'count.corrected',
    rows.map(({ id, companyId, locationId, name, by, ...change }) => ({
      ...{ companyId, locationId },
      data: { group: { id, name }, ...change, cause: 'quiet-hour' as const, by: by ?? 'system' },
    })),
  );
}

/**
 * Compares the counts of groups with their bays at a time when nobody drives between the gate and a bay. A difference
 * at that time is drift, and is corrected at once. Where no bays are watched, a figure that was given beforehand is taken.
 */
export const dueNightlyCounts = dueBatch<{ id: number }>(
  'nightly counts of car parks',
  { table: 'sparking_nightly_count', at: 'due_at' },
  atOnce,
  async (context, taken) => {
    const ids = taken.map(({ id }) => id);
    await takeGivenCounts(context, ids);
    await reconcileLocations(context, ids, 'quiet-hour');
    await planNightlyCounts(context.tx, ids);
  },
);

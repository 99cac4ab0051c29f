import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { brightenGroups } from '../alarms/dark-groups.ts';
import { tellLocations } from '../plan/live-slots.ts';
import { tell } from '../webhooks/tell.ts';
import { alarmDrift } from './drift.ts';
import { alarmFills } from './fill-alarms.ts';
import { type GroupTally, groupTallies, reconciled } from './group-tallies.ts';

const atOnce = 200;
/** A count that contradicts the bays for so long is corrected: vehicles take some time from the gate to a bay. */
const outsideMs = 900_000;

type Place = { companyId: number; locationId: number };

/** Has the counts of locations compared soon, and how full they are noticed. */
export async function queueTallies(tx: Tx, places: readonly (Place & { delayMs?: number })[]): Promise<void> {
  await sql`
    INSERT INTO sparking_tally (company_id, location_id, due_at)
    SELECT c, l, now() + min(d) * interval '1 millisecond' FROM unnest(${places.map(({ companyId }) => companyId)}::integer[], ${places.map(({ locationId }) => locationId)}::integer[],
                ${places.map(({ delayMs = 0 }) => delayMs)}::float8[]) AS n (c, l, d) GROUP BY c, l`.execute(tx);
}

/** Compares the counts of groups with their bays, corrects them, and raises alarms about both. */
export const dueTallies = dueBatch<{ id: number } & Place>(
  'counts of car parks',
  { table: 'sparking_tally', at: 'due_at' },
  atOnce,
  async (context, taken) => {
    await reconcileLocations(context, [...new Set(taken.map(({ locationId }) => locationId))], 'slots');
    await sql`DELETE FROM sparking_tally WHERE id = ANY (${taken.map(({ id }) => id)}::bigint[])`.execute(context.tx);
  },
);

/** Why a count is compared: a bay or a count has changed, or it is the time of the nightly count. */
type Occasion = 'slots' | 'quiet-hour';

export async function reconcileLocations(
  context: Emitting,
  locations: readonly number[],
  occasion: Occasion,
): Promise<void> {
  const { tx } = context;
  await sql`
    SELECT FROM sparking_count c WHERE c.id IN (SELECT g.id FROM sparking_group g WHERE g.location_id = ANY (${locations}::integer[]))
     ORDER BY c.id FOR UPDATE`.execute(tx);
  const groups = await groupTallies(tx, 'location_id', locations);
  await reconcile(context, groups, occasion);
  await alarmDrift(context, groups);
  await alarmFills(context, locations, groups);
  await brightenGroups(context, locations);
  tellLocations(context, countedPlaces(groups));
}

/** The locations of groups with counters. No change of a bay tells their pages that a count has changed. */
const countedPlaces = (groups: readonly GroupTally[]) => {
  const counted = groups.filter(({ countMode }) => countMode !== 'slots');
  return [...new Map(counted.map(({ locationId: id, companyId }) => [id, { id, companyId }])).values()];
};

type Compared = { id: number; before: number; after: number; outside: boolean; corrects: boolean };

async function reconcile(context: Emitting, groups: readonly GroupTally[], occasion: Occasion): Promise<void> {
  const { tx } = context;
  const now = Date.now();
  const compared = groups.flatMap((group): Compared[] => {
    const { id, countMode, raw, outsideSince } = group;
    if (countMode !== 'both' || raw === null) return [];
    const after = reconciled(group);
    const outside = after !== raw;
    const isLasting = outsideSince !== null && Date.parse(outsideSince) <= now - outsideMs;
    const corrects = outside && (isLasting || occasion === 'quiet-hour');
    return [{ id, before: raw, after, outside, corrects }];
  });
  if (compared.length === 0) return;
  await sql`
    WITH n AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) AS n (id integer, before integer, after integer, outside boolean, corrects boolean)),
    again AS (
      INSERT INTO sparking_tally (company_id, location_id, due_at)
      SELECT g.company_id, g.location_id, now() + ${outsideMs}::float8 * interval '1 millisecond'
        FROM n JOIN sparking_count c ON c.id = n.id JOIN sparking_group g ON g.id = n.id WHERE n.outside AND c.outside_since IS NULL),
    line AS (
      INSERT INTO sparking_correction (company_id, location_id, group_id, before, after, cause)
      SELECT g.company_id, g.location_id, g.id, n.before, n.after, ${occasion} FROM n JOIN sparking_group g ON g.id = n.id WHERE n.corrects)
    UPDATE sparking_count c
       SET outside_since = CASE WHEN n.outside AND NOT n.corrects THEN coalesce(c.outside_since, now()) END,
           anchor = CASE WHEN n.corrects THEN n.after ELSE c.anchor END, anchor_at = CASE WHEN n.corrects THEN now() ELSE c.anchor_at END,
           passed_in = CASE WHEN n.corrects THEN 0 ELSE c.passed_in END, passed_out = CASE WHEN n.corrects THEN 0 ELSE c.passed_out END
      FROM n WHERE c.id = n.id`.execute(tx);
  const corrected = new Map(compared.flatMap((one) => (one.corrects ? [[one.id, one]] : [])));
  await tell(
    context,
    'count.corrected',
    groups.flatMap(({ id, name, companyId, locationId }) => {
      const one = corrected.get(id);
      if (!one) return [];
      const { before, after } = one;
      const data = { group: { id, name }, before, after, cause: occasion, reason: null, by: 'system' as const };
      return [{ companyId, locationId, data }];
    }),
  );
}

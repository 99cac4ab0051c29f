import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { SlotCounts } from '../../common/counts.ts';
import { groupTallies, isOutOfService, type Places, placesOf } from '../counters/group-tallies.ts';

type Row = Omit<SlotCounts['byUse'][number], 'total'> & {
  id: number;
  occupied: number;
  unknown: number;
  outOfService: number;
};

/** The share of a part in a whole; null of nothing. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const sum = (rows: readonly Row[], field: 'free' | 'occupied' | 'unknown' | 'outOfService'): number =>
  rows.reduce((all, row) => all + row[field], 0);

function countsOf(rows: readonly Row[], counted: readonly Places[]): SlotCounts {
  const of = (state: keyof Places) => sum(rows, state) + counted.reduce((all, places) => all + places[state], 0);
  const [free, occupied, unknown] = [of('free'), of('occupied'), of('unknown')];
  const [known, total] = [free + occupied, free + occupied + unknown];
  return {
    ...{ free, occupied, unknown, outOfService: sum(rows, 'outOfService'), total },
    byUse: rows.map(({ use, ...row }) => ({ use, free: row.free, total: row.free + row.occupied + row.unknown })),
    fill: share(occupied, known),
    coverage: share(known, total),
  };
}

/**
 * Adds to each location or group the counts of its bays, or those of its counters where only they know, with two
 * statements for all of them.
 */
export async function withCounts<Of extends { id: number }>(
  tx: Tx,
  by: 'location_id' | 'group_id',
  all: readonly Of[],
): Promise<(Of & SlotCounts)[]> {
  const isState = (state: string) => sql`count(*) FILTER (WHERE NOT out AND state = ${state})::integer`;
  const { rows } = await sql<Row>`
    SELECT id, use, ${isState('free')} AS free, ${isState('occupied')} AS occupied, ${isState('unknown')} AS unknown,
           count(*) FILTER (WHERE out)::integer AS out_of_service
      FROM (SELECT ${sql.ref(`t.${by}`)} AS id, t.use, coalesce(${isOutOfService}, false) AS out, CASE WHEN coalesce(g.count_mode, l.count_mode) <> 'counters' THEN coalesce(s.state, 'unknown') END AS state
              FROM sparking_slot t JOIN sparking_group g ON g.id = t.group_id JOIN sparking_location l ON l.id = t.location_id
              LEFT JOIN sparking_slot_state s ON s.id = t.id
             WHERE ${sql.ref(`t.${by}`)} = ANY (${all.map(({ id }) => id)}::integer[]) AND t.retired_at IS NULL) n
     GROUP BY id, use ORDER BY id, use`.execute(tx);
  const byId = Map.groupBy(rows, ({ id }) => id);
  const counted = await groupTallies(tx, by === 'group_id' ? 'id' : by, [...all.map(({ id }) => id)], ['counters']);
  const countedOf = Map.groupBy(counted, (group) => (by === 'group_id' ? group.id : group.locationId));
  return all.map((one) => ({
    ...one,
    ...countsOf(byId.get(one.id) ?? [], (countedOf.get(one.id) ?? []).map(placesOf)),
  }));
}

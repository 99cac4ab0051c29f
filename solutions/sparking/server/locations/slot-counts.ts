import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { SlotCounts } from '../../common/counts.ts';

type Row = Omit<SlotCounts['byUse'][number], 'total'> & {
  id: number;
  occupied: number;
  unknown: number;
  outOfService: number;
};

/** Whether the bay `t` is out of service now. */
export const isOutOfService = sql<boolean>`(t.out_from <= now() AND (t.out_until IS NULL OR t.out_until > now()))`;

/** The share of a part in a whole; null of nothing. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const sum = (rows: readonly Row[], field: 'free' | 'occupied' | 'unknown' | 'outOfService'): number =>
  rows.reduce((all, row) => all + row[field], 0);

function countsOf(rows: readonly Row[]): SlotCounts {
  const [free, occupied, unknown] = [sum(rows, 'free'), sum(rows, 'occupied'), sum(rows, 'unknown')];
  const [known, total] = [free + occupied, free + occupied + unknown];
  return {
    ...{ free, occupied, unknown, outOfService: sum(rows, 'outOfService'), total },
    byUse: rows.map(({ use, ...row }) => ({ use, free: row.free, total: row.free + row.occupied + row.unknown })),
    fill: share(occupied, known),
    coverage: share(known, total),
  };
}

/** Adds to each location or group the counts of its bays, with one statement for all of them. */
export async function withCounts<Of extends { id: number }>(
  tx: Tx,
  by: 'location_id' | 'group_id',
  all: readonly Of[],
): Promise<(Of & SlotCounts)[]> {
  const isState = (state: string) => sql`count(*) FILTER (WHERE NOT out AND state = ${state})::integer`;
  const { rows } = await sql<Row>`
    SELECT id, use, ${isState('free')} AS free, ${isState('occupied')} AS occupied, ${isState('unknown')} AS unknown,
           count(*) FILTER (WHERE out)::integer AS out_of_service
      FROM (SELECT ${sql.ref(`t.${by}`)} AS id, t.use, coalesce(${isOutOfService}, false) AS out, coalesce(s.state, 'unknown') AS state
              FROM sparking_slot t LEFT JOIN sparking_slot_state s ON s.id = t.id
             WHERE ${sql.ref(`t.${by}`)} = ANY (${all.map(({ id }) => id)}::integer[]) AND t.retired_at IS NULL) n
     GROUP BY id, use ORDER BY id, use`.execute(tx);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return all.map((one) => ({ ...one, ...countsOf(byId.get(one.id) ?? []) }));
}

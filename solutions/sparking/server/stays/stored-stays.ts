import { sql } from 'kysely';
import type { Quality } from '#core/states/common/state-interval.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';

/** A stay as it is stored. Times are in ms since 1970. */
export type StoredStay = {
  id: number;
  slotId: number;
  from: number;
  to: number | null;
  quality: Quality;
  endQuality: Quality | null;
  counted: boolean;
  chargedSeconds: number;
  raised: readonly string[];
};

export type NewStay = Omit<StoredStay, 'id'> & {
  companyId: number;
  locationId: number;
  groupId: number | null;
  dueAt: number | null;
};

const ms = (column: string) => sql`round(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;
/** The columns of the stay `s`. */
export const stayColumns = sql`s.id, s.slot_id, ${ms('s.from_at')} AS "from", ${ms('s.to_at')} AS "to", s.quality, s.end_quality, s.counted, s.charged_seconds, s.raised`;

/** Of each bay the stays that began at a time or later, and the last one before, in the order of time. */
export async function staysSince(
  tx: Tx,
  since: readonly { id: number; start: number }[],
): Promise<Map<number, StoredStay[]>> {
  const { rows } = await sql<StoredStay>`
    SELECT ${stayColumns}
      FROM unnest(${since.map(({ id }) => id)}::integer[], ${since.map(({ start }) => start)}::float8[]) AS n (slot_id, start)
     CROSS JOIN LATERAL (
       (SELECT * FROM sparking_stay b WHERE b.slot_id = n.slot_id AND b.from_at < to_timestamp(n.start / 1000) ORDER BY b.from_at DESC LIMIT 1)
       UNION ALL SELECT * FROM sparking_stay a WHERE a.slot_id = n.slot_id AND a.from_at >= to_timestamp(n.start / 1000)) s
     ORDER BY s.slot_id, s.from_at`.execute(tx);
  return Map.groupBy(rows, ({ slotId }) => slotId);
}

/** Looks again at the stays that last in these bays, or bays of these locations: what they are allowed has changed. */
export async function lookAgain(tx: Tx, by: 'slotId' | 'locationId', ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('sparkingStay')
    .set({ dueAt: new Date().toISOString() })
    .where(by, '=', anyOf(ids))
    .where('toAt', 'is', null)
    .execute();
}

export async function deleteStays(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM sparking_stay WHERE id = ANY (${ids}::integer[])`.execute(tx);
}

/** Adds stays, or changes those of the same bay that began at the same time. The group stays that of the beginning. */
export async function storeStays(tx: Tx, stays: readonly NewStay[]): Promise<void> {
  await sql`
    INSERT INTO sparking_stay (company_id, slot_id, location_id, group_id, from_at, to_at, quality, end_quality, counted, charged_seconds, raised, due_at)
    SELECT "companyId", "slotId", "locationId", "groupId", to_timestamp("from" / 1000), to_timestamp("to" / 1000), quality, "endQuality", counted, "chargedSeconds",
           ARRAY(SELECT jsonb_array_elements_text(raised)), to_timestamp("dueAt" / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(stays)}::jsonb) AS n ("companyId" integer, "slotId" integer, "locationId" integer, "groupId" integer, "from" float8, "to" float8,
           quality text, "endQuality" text, counted boolean, "chargedSeconds" integer, raised jsonb, "dueAt" float8)
     ORDER BY "slotId", "from"
    ON CONFLICT (slot_id, from_at) DO UPDATE
      SET to_at = excluded.to_at, quality = excluded.quality, end_quality = excluded.end_quality, counted = excluded.counted,
          charged_seconds = excluded.charged_seconds, raised = excluded.raised, due_at = excluded.due_at`.execute(tx);
}

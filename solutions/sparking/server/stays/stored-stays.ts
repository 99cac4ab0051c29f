import { sql } from 'kysely';
import type { Quality } from '#core/states/common/state-interval.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf, msSql } from '#platform/server/postgres/values.ts';

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
  /** null if it is not stored yet. */
  id: number | null;
  companyId: number;
  locationId: number;
  groupId: number | null;
  dueAt: number | null;
};

const ms = (column: string) => sql.raw(msSql(column));
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
  if (ids.length > 0) await sql`DELETE FROM sparking_stay WHERE id = ANY (${ids}::integer[])`.execute(tx);
}

/** Inserts new stays and updates stored ones. A stay keeps the group that its bay had when it began. */
export async function storeStays(tx: Tx, stays: readonly NewStay[]): Promise<void> {
  await updateStays(
    tx,
    stays.flatMap((stay) => (stay.id === null ? [] : { ...stay, id: stay.id })),
  );
  await insertStays(
    tx,
    stays.filter(({ id }) => id === null),
  );
}

const listed = (raised: readonly string[]): string => raised.join(',');

async function updateStays(tx: Tx, stays: readonly (NewStay & { id: number })[]): Promise<void> {
  if (stays.length === 0) return;
  await sql`
    UPDATE sparking_stay s
       SET to_at = to_timestamp(n."to" / 1000), quality = n.quality, end_quality = n.end_quality, counted = n.counted, charged_seconds = n.charged_seconds,
           raised = string_to_array(n.raised, ','), due_at = to_timestamp(n.due_at / 1000)
      FROM unnest(${stays.map(({ id }) => id)}::integer[], ${stays.map(({ to }) => to)}::float8[], ${stays.map(({ quality }) => quality)}::text[],
                  ${stays.map(({ endQuality }) => endQuality)}::text[], ${stays.map(({ counted }) => counted)}::boolean[],
                  ${stays.map(({ chargedSeconds }) => chargedSeconds)}::integer[], ${stays.map(({ raised }) => listed(raised))}::text[],
                  ${stays.map(({ dueAt }) => dueAt)}::float8[]) AS n (id, "to", quality, end_quality, counted, charged_seconds, raised, due_at)
     WHERE s.id = n.id`.execute(tx);
}

async function insertStays(tx: Tx, stays: readonly NewStay[]): Promise<void> {
  if (stays.length === 0) return;
  await sql`
    INSERT INTO sparking_stay (company_id, slot_id, location_id, group_id, from_at, to_at, quality, end_quality, counted, charged_seconds, raised, due_at)
    SELECT n.company_id, n.slot_id, n.location_id, n.group_id, to_timestamp(n."from" / 1000), to_timestamp(n."to" / 1000), n.quality, n.end_quality, n.counted,
           n.charged_seconds, string_to_array(n.raised, ','), to_timestamp(n.due_at / 1000)
      FROM unnest(${stays.map(({ companyId }) => companyId)}::integer[], ${stays.map(({ slotId }) => slotId)}::integer[],
                  ${stays.map(({ locationId }) => locationId)}::integer[], ${stays.map(({ groupId }) => groupId)}::integer[],
                  ${stays.map(({ from }) => from)}::float8[], ${stays.map(({ to }) => to)}::float8[], ${stays.map(({ quality }) => quality)}::text[],
                  ${stays.map(({ endQuality }) => endQuality)}::text[], ${stays.map(({ counted }) => counted)}::boolean[],
                  ${stays.map(({ chargedSeconds }) => chargedSeconds)}::integer[], ${stays.map(({ raised }) => listed(raised))}::text[],
                  ${stays.map(({ dueAt }) => dueAt)}::float8[])
           AS n (company_id, slot_id, location_id, group_id, "from", "to", quality, end_quality, counted, charged_seconds, raised, due_at)
     ORDER BY n.slot_id, n."from"`.execute(tx);
}

import { type RawBuilder, sql } from 'kysely';
import type { StateSpan } from '#platform/common/time/state-spans.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import { openSpans } from './slot-sums.ts';

/** When a location was open, in ms since 1970. */
export type OpenSpan = StateSpan & { locationId: number };
type Held = { locationId: number; from: number; to: number | null; schedule: WeekSchedule | null };

export const ms = (column: string): RawBuilder<number> => sql.raw<number>(msSql(column));
export const instantOf = (at: number): RawBuilder<string> => sql<string>`to_timestamp(${at}::float8 / 1000)`;

/** When locations were open in a period, by the hours that held at the time: one statement for all of them. */
export async function openAt(tx: Tx, locations: readonly number[], period: StateSpan): Promise<OpenSpan[]> {
  const { rows } = await sql<Held>`
    SELECT h.location_id, ${ms('h.from_at')} AS "from", ${ms('h.to_at')} AS "to", h.schedule FROM sparking_hours h
     WHERE h.location_id = ANY (${locations}::integer[]) AND h.from_at < ${instantOf(period.to)} AND (h.to_at IS NULL OR h.to_at > ${instantOf(period.from)})
     ORDER BY h.location_id, h.from_at`.execute(tx);
  return [...Map.groupBy(rows, ({ locationId }) => locationId)].flatMap(([locationId, hours]) =>
    openSpans(hours, period).map((span) => ({ locationId, ...span })),
  );
}

/** A condition on the reservation `r`: it closes the group of a row, alone or with its car park. */
export const isClosing = (row: 'v' | 'g'): RawBuilder<boolean> => {
  const group = sql.raw(row === 'v' ? 'v.group_id' : 'g.id');
  return sql<boolean>`(r.kind = 'closed' AND r.location_id = ${sql.raw(`${row}.location_id`)} AND (r.group_id IS NULL OR r.group_id = ${group}))`;
};

/**
 * SQL of two tables for `WITH`: `service` with slot_id, location_id, group_id, use and the spans in which bays were open, in
 * service and not closed for an event, and `known` with slot_id and the spans in which they were occupied and free, also beyond the period. `isAsked`
 * is about the version `v`.
 */
export const baySpans = (open: readonly OpenSpan[], { from, to }: StateSpan, isAsked: RawBuilder<unknown>) => sql`
  hours AS MATERIALIZED (
    SELECT "locationId" AS location_id, range_agg(tstzrange(to_timestamp("from" / 1000), to_timestamp("to" / 1000))) AS spans
      FROM jsonb_to_recordset(${JSON.stringify(open)}::jsonb) AS n ("locationId" integer, "from" float8, "to" float8) GROUP BY 1),
  service AS MATERIALIZED (
    SELECT v.slot_id, v.location_id, v.group_id, v.use, h.spans * (tstzmultirange(tstzrange(v.from_at, v.to_at))
             - CASE WHEN v.out_from IS NULL THEN '{}'::tstzmultirange ELSE tstzmultirange(tstzrange(v.out_from, v.out_until)) END
             - coalesce((SELECT range_agg(tstzrange(r.from_at, r.until_at)) FROM sparking_reservation r WHERE ${isClosing('v')} AND r.from_at < ${instantOf(to)} AND r.until_at > ${instantOf(from)}), '{}')) AS spans
      FROM sparking_slot_version v JOIN hours h ON h.location_id = v.location_id
     WHERE v.from_at < ${instantOf(to)} AND (v.to_at IS NULL OR v.to_at > ${instantOf(from)}) AND v.from_at < coalesce(v.to_at, 'infinity') AND ${isAsked}),
  known AS MATERIALIZED (
    SELECT n.slot_id, coalesce(range_agg(tstzrange(i.from_at, i.to_at)) FILTER (WHERE i.occupied), '{}') AS occupied,
           coalesce(range_agg(tstzrange(i.from_at, i.to_at)) FILTER (WHERE NOT i.occupied), '{}') AS free
      FROM (SELECT DISTINCT slot_id FROM service) n
     CROSS JOIN LATERAL (
       (SELECT b.* FROM sparking_interval b WHERE b.slot_id = n.slot_id AND b.from_at <= ${instantOf(from)} ORDER BY b.from_at DESC LIMIT 1)
       UNION ALL SELECT a.* FROM sparking_interval a WHERE a.slot_id = n.slot_id AND a.from_at > ${instantOf(from)} AND a.from_at < ${instantOf(to)}) i
     GROUP BY n.slot_id)`;

/**
 * The whole seconds of a span: both ends count as whole seconds, as in `sumsOf`. `date_part` is exact enough for this, and
 * several times as fast as `extract`, which computes with numeric.
 */
export const secondsBetween = (from: string, to: string): RawBuilder<number> =>
  sql<number>`(floor(date_part('epoch', ${sql.raw(to)})) - floor(date_part('epoch', ${sql.raw(from)})))`;

/** The whole seconds of a multirange. */
export const secondsOf = (spans: string): RawBuilder<number> =>
  sql<number>`(SELECT coalesce(sum(${secondsBetween('lower(r)', 'upper(r)')}), 0) FROM unnest(${sql.raw(spans)}) r)`;

/** A condition on the group of the version `v`: it is counted by its bays, as are those that are gone. */
export const isCountedByBays = sql<boolean>`NOT EXISTS (
  SELECT FROM sparking_group g JOIN sparking_location l ON l.id = g.location_id
   WHERE g.id = v.group_id AND coalesce(g.count_mode, l.count_mode) = 'counters')`;

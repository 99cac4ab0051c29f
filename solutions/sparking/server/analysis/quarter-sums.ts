import { type RawBuilder, sql } from 'kysely';
import type { StateSpan } from '#platform/common/time/state-spans.ts';
import { baySpans, instantOf, isCountedByBays, type OpenSpan, secondsBetween } from './bay-spans.ts';

/** What the counters of a group have to say of a quarter; `at` is in ms since 1970. */
export type CountedQuarter = {
  locationId: number;
  groupId: number;
  companyId: number;
  at: number;
  open: number;
  occupied: number;
  free: number;
  arrivals: number;
  departures: number;
  max: number;
};

type Asked = {
  locations: readonly number[];
  /** Whole quarters. */
  period: StateSpan;
  open: readonly OpenSpan[];
  counted: readonly CountedQuarter[];
  /** A condition on the version `v` of a bay; by default all of them count. */
  only?: RawBuilder<unknown>;
};

const quarter = sql`interval '15 minutes'`;
const quarterOf = (at: string) => sql`date_bin('15 minutes', ${sql.raw(at)}, 'epoch')`;

/**
 * A statement with location_id, group_id, at, open, occupied, free, arrivals, departures, corrections and max of the quarters
 * of a period in which locations were open or anything happened, by group and, as the group 0, of the whole location.
 */
export function quarterSums({ locations, period, open, counted, only = sql`true` }: Asked): RawBuilder<unknown> {
  const isHere = (column: string) => sql`${sql.raw(column)} = ANY (${locations}::integer[])`;
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${instantOf(period.from)} AND ${sql.raw(column)} < ${instantOf(period.to)}`;
  const versionAt = (column: string) =>
    sql`v.slot_id = s.slot_id AND v.from_at <= ${sql.raw(column)} AND (v.to_at IS NULL OR v.to_at > ${sql.raw(column)}) AND ${isCountedByBays} AND ${only}`;
  return sql`
    WITH ${baySpans(open, period, sql`${isHere('v.location_id')} AND ${isCountedByBays} AND ${only}`)},
    bay AS (
      SELECT s.location_id, s.group_id, s.spans * k.occupied AS occupied, s.spans * k.free AS free FROM service s JOIN known k USING (slot_id)),
    span AS (
      SELECT location_id, group_id, 'open' AS kind, unnest(spans) AS r, count(*) AS bays FROM service GROUP BY location_id, group_id, spans
      UNION ALL SELECT b.location_id, b.group_id, k.kind, unnest(k.spans), 1 FROM bay b CROSS JOIN LATERAL (VALUES ('occupied', b.occupied), ('free', b.free)) AS k (kind, spans)),
    part AS MATERIALIZED (
      SELECT s.location_id, s.group_id, s.kind, s.bays, q.at, greatest(lower(s.r), q.at) AS since, least(upper(s.r), q.at + ${quarter}) AS until
        FROM span s CROSS JOIN LATERAL generate_series(${quarterOf('lower(s.r)')}, upper(s.r) - interval '1 microsecond', ${quarter}) AS q (at)),
    seconds AS (
      SELECT location_id, group_id, at, kind, sum(bays * ${secondsBetween('since', 'until')}) AS n FROM part GROUP BY location_id, group_id, at, kind),
    step AS (
      SELECT p.location_id, g.id AS group_id, p.at, e.time, e.step, sum(e.step) AS n FROM part p
       CROSS JOIN LATERAL (VALUES (p.since, 1), (p.until, -1)) AS e (time, step) CROSS JOIN LATERAL (VALUES (p.group_id), (0)) AS g (id)
       WHERE p.kind = 'occupied' GROUP BY 1, 2, 3, 4, 5),
    most AS (
      SELECT location_id, group_id, at, max(n)::integer AS n
        FROM (SELECT location_id, group_id, at, sum(n) OVER (PARTITION BY location_id, group_id, at ORDER BY time, step ROWS UNBOUNDED PRECEDING) AS n FROM step) steps
       GROUP BY 1, 2, 3),
    passed AS (
      SELECT s.location_id, v.group_id, ${quarterOf('s.from_at')} AS at, 1 AS arrivals, 0 AS departures FROM sparking_stay s JOIN sparking_slot_version v ON ${versionAt('s.from_at')}
       WHERE ${isHere('s.location_id')} AND ${within('s.from_at')} AND s.counted
      UNION ALL
      SELECT s.location_id, v.group_id, ${quarterOf('s.to_at')}, 0, 1 FROM sparking_stay s JOIN sparking_slot_version v ON ${versionAt('s.from_at')}
       WHERE ${isHere('s.location_id')} AND ${within('s.to_at')} AND s.counted),
    figure AS (
      SELECT p.location_id, g.id AS group_id, p.at, p.kind, p.n FROM seconds p CROSS JOIN LATERAL (VALUES (p.group_id), (0)) AS g (id)
      UNION ALL SELECT location_id, group_id, at, 'max', n FROM most
      UNION ALL SELECT p.location_id, g.id, p.at, f.kind, f.n FROM passed p CROSS JOIN LATERAL (VALUES (p.group_id), (0)) AS g (id) CROSS JOIN LATERAL (VALUES ('arrivals', arrivals), ('departures', departures)) AS f (kind, n)
      UNION ALL SELECT c.location_id, g.id, ${quarterOf('c.at')}, 'corrections', 1 FROM sparking_correction c CROSS JOIN LATERAL (VALUES (c.group_id), (0)) AS g (id)
                 WHERE ${isHere('c.location_id')} AND ${within('c.at')}
      UNION ALL SELECT c."locationId", g.id, to_timestamp(c.at / 1000), f.kind, f.n
                  FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS c ("locationId" integer, "groupId" integer, at float8, open integer, occupied integer, free integer, arrivals integer, departures integer, max integer)
                 CROSS JOIN LATERAL (VALUES (c."groupId"), (0)) AS g (id)
                 CROSS JOIN LATERAL (VALUES ('open', c.open), ('occupied', c.occupied), ('free', c.free), ('arrivals', c.arrivals), ('departures', c.departures), ('max', c.max)) AS f (kind, n))
    SELECT location_id, group_id, at, ${sql.join(
      (['open', 'occupied', 'free', 'arrivals', 'departures', 'corrections', 'max'] as const).map(
        (kind) => sql`coalesce(sum(n) FILTER (WHERE kind = ${sql.lit(kind)}), 0)::integer AS ${sql.ref(kind)}`,
      ),
    )} FROM figure GROUP BY location_id, group_id, at`;
}

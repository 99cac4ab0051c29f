import { type RawBuilder, sql } from 'kysely';
import { deviceFacts, devicePlaces } from '#core/devices/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import { maxTrapDays, type TrapPeriod, type TrapSums } from '../../common/analysis.ts';

type Reading = Pick<Context, 'tx' | 'actor'>;
export type Period = { from: string; to: string };
export type Sums = { hits: number; catches: number; presumed: number; wrong: number; seconds: number };

/** Of fewer nights a rate says nothing. */
const leastNights = 14;

/** The period of a request. Refuses one that ends before it begins, or is longer than so many days. */
export function periodOf({ from, to }: Period, mostDays = maxTrapDays): Period {
  const ms = Date.parse(to) - Date.parse(from);
  if (ms <= 0) throw invalid('to', 'outOfRange');
  if (ms > mostDays * dayMs) throw invalid('to', 'periodTooLong');
  return { from, to };
}

/** The period of the same length before. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: new Date(2 * Date.parse(from) - Date.parse(to)).toISOString(),
  to: from,
});

const noSums: Sums = { hits: 0, catches: 0, presumed: 0, wrong: 0, seconds: 0 };
export const added = (all: Iterable<Sums>): Sums => {
  const sums = { ...noSums };
  for (const one of all) for (const key of Object.keys(sums) as (keyof Sums)[]) sums[key] += one[key];
  return sums;
};
export function shownSums({ seconds, wrong, ...counts }: Sums = noSums): TrapSums {
  const nights = seconds / 86_400;
  return { ...counts, false: wrong, nights, rate: nights < leastNights ? null : (100 * counts.hits) / nights };
}

/** A condition on the site in a column: the caller may read its analyses, and the request asks for it. */
export function isAsked(
  { actor }: Pick<Context, 'actor'>,
  { structureId }: Pick<TrapPeriod, 'structureId'>,
  column: string,
): RawBuilder<boolean> {
  const within = resourcesWith(actor.session, 'rodent', 'analysis', 'read');
  const asked = structureId?.split(',').map(Number) ?? null;
  const site = sql.ref(column);
  return sql`(${within === null ? sql`true` : sql`${site} = ANY (${within}::integer[])`} AND ${asked === null ? sql`true` : sql`${site} = ANY (${asked}::integer[])`})`;
}

type Asked = Pick<TrapPeriod, 'structureId' | 'zone'>;

/** The traps of the company, with how they work and where they are to stand: id, kind, zone, number, name. */
const trapsOf = ({ actor }: Reading, { zone }: Asked) => sql`
  (SELECT d.id, coalesce(t.kind, 'snap') AS kind, coalesce(t.zone, 'interior') AS zone, t.number, d.name
     FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap t ON t.id = d.id
    WHERE d.app = 'rodent' AND d.company_id = ${companyOf(actor)} AND (${zone ?? null}::text IS NULL OR coalesce(t.zone, 'interior') = ${zone ?? null}))`;

/**
 * The times of a period in which traps were armed and heard, by place: device_id, structure_id, floor_id, space_id, spans.
 * A snap trap and an electronic one are not armed from a hit until they are set again, are checked at a visit, or hit again.
 */
export const armedSpans = (context: Reading, asked: Asked, { from, to }: Period): RawBuilder<unknown> => sql`
  (SELECT p.device_id, p.structure_id, p.floor_id, p.space_id,
          (heard.spans - coalesce(sprung.spans, '{}')) * tstzmultirange(tstzrange(greatest(p.from_at, ${from}::timestamptz), least(p.to_at, ${to}::timestamptz))) AS spans
     FROM ${sql.raw(devicePlaces)} p JOIN ${trapsOf(context, asked)} t ON t.id = p.device_id
     CROSS JOIN LATERAL (SELECT range_agg(tstzrange(r.from_at, r.to_at)) AS spans FROM rodent_heard r
                          WHERE r.device_id = p.device_id AND r.to_at > ${from}::timestamptz AND r.from_at < ${to}::timestamptz) heard
     CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM rodent_visit_line l WHERE l.device_id = p.device_id AND l.at < ${to}::timestamptz) AS ever) seen
     -- From each hit until the trap is set again, is hit again or somebody looks at it, whichever comes first.
     CROSS JOIN LATERAL (
       SELECT range_agg(tstzrange(x.at, greatest(x.at, coalesce(CASE WHEN seen.ever THEN
                (SELECT l.at FROM rodent_visit_line l WHERE l.device_id = p.device_id AND l.at >= x.at AND l.at < x.until_at AND l.finding NOT IN ('missing', 'inaccessible') ORDER BY l.at LIMIT 1)
                END, x.until_at)))) AS spans
         FROM (SELECT y.at, coalesce(least(y.rearmed_at, lead(y.at) OVER (ORDER BY y.at)), ${to}::timestamptz) AS until_at FROM rodent_hit y
                WHERE y.device_id = p.device_id AND t.kind IN ('snap', 'electronic') AND y.kind = 'activation' AND y.at < ${to}::timestamptz
                  AND y.at >= coalesce((SELECT max(z.at) FROM rodent_hit z WHERE z.device_id = p.device_id AND z.kind = 'activation' AND z.at < ${from}::timestamptz), ${from}::timestamptz)) x) sprung
    WHERE heard.spans IS NOT NULL AND ${isAsked(context, asked, 'p.structure_id')}
      AND (p.from_at IS NULL OR p.from_at < ${to}::timestamptz) AND (p.to_at IS NULL OR p.to_at > ${from}::timestamptz)
      AND coalesce(p.from_at < p.to_at, true))`;

/** The seconds of a multirange in a column. */
export const secondsOf = (column: string): RawBuilder<number> =>
  sql`(SELECT coalesce(sum(date_part('epoch', upper(r) - lower(r))), 0) FROM unnest(${sql.ref(column)}) r)`;

/** The hits of a period: those of rodent_hit, with `animals`, how many were caught. */
export const hitsIn = (context: Reading, asked: Asked, { from, to }: Period): RawBuilder<unknown> => sql`
  (SELECT h.*, CASE WHEN h.verdict = 'catch' THEN coalesce((SELECT v.count FROM rodent_verdict v WHERE v.hit_id = h.id ORDER BY v.id DESC LIMIT 1), 1) ELSE 0 END AS animals
     FROM rodent_hit h JOIN ${trapsOf(context, asked)} t ON t.id = h.device_id
    WHERE h.company_id = ${companyOf(context.actor)} AND h.at >= ${from}::timestamptz AND h.at < ${to}::timestamptz AND ${isAsked(context, asked, 'h.structure_id')}
    -- So that the catches of a hit are read once, whatever is summed.
   OFFSET 0)`;

/** The sums of hits as columns: hits, catches, presumed, wrong. */
export const hitSums = sql`
  (count(*) FILTER (WHERE h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')))::integer AS hits,
  coalesce(sum(h.animals) FILTER (WHERE h.kind = 'activation'), 0)::integer AS catches,
  coalesce(sum(h.animals) FILTER (WHERE h.kind = 'activation' AND h.presumed), 0)::integer AS presumed,
  (count(*) FILTER (WHERE h.kind = 'activation' AND h.verdict = 'false'))::integer AS wrong`;

/** The sums of a period by site, space or trap; the key is null for what has no place. */
export const sumsBy = (
  context: Reading,
  asked: Asked,
  period: Period,
  key: 'structure_id' | 'space_id' | 'device_id',
): Promise<Map<number | null, Sums>> =>
  bypassRls(context.tx, context.actor.scope, async () => {
    const { rows } = await sql<Sums & { key: number | null }>`
      SELECT key, sum(hits)::integer AS hits, sum(catches)::integer AS catches, sum(presumed)::integer AS presumed, sum(wrong)::integer AS wrong, sum(seconds)::float8 AS seconds
        FROM (SELECT ${sql.ref(`a.${key}`)} AS key, 0 AS hits, 0 AS catches, 0 AS presumed, 0 AS wrong, ${secondsOf('a.spans')} AS seconds FROM ${armedSpans(context, asked, period)} a
              UNION ALL
              SELECT ${sql.ref(`h.${key}`)}, ${hitSums}, 0 FROM ${hitsIn(context, asked, period)} h GROUP BY 1) all_sums
       GROUP BY key`.execute(context.tx);
    return new Map(rows.map(({ key: of, ...sums }) => [of, sums]));
  });

import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { TrapPeriod } from '../../common/analysis.ts';
import { hitsIn, type Period } from './trap-sums.ts';

type Asking = Pick<Context, 'tx' | 'actor'> & { query: TrapPeriod };
type Named = { id: number };
export type TrapFact = {
  id: number;
  name: string;
  number: number | null;
  structure: { id: number; name: string } | null;
  lastHitAt: string | null;
  siteHits: number;
  neighbours: number;
};

/** What a ranking shows of the traps of a page in addition to their sums, compared with all traps that are asked for. */
export const factsOfPage = (
  context: Asking,
  period: Period,
  { all, page }: { all: readonly Named[]; page: readonly Named[] },
): Promise<TrapFact[]> =>
  bypassRls(context.tx, context.actor.scope, async () => {
    const isHit = (of: string) =>
      sql`${sql.ref(`${of}.kind`)} = 'activation' AND ${sql.ref(`${of}.verdict`)} NOT IN ('false', 'service')`;
    const { rows } = await sql<TrapFact>`
      WITH h AS MATERIALIZED (SELECT x.device_id, x.structure_id, x.floor_id, x.space_id, x.at FROM ${hitsIn(context, context.query, period)} x WHERE ${isHit('x')}),
           site AS (SELECT structure_id, count(*)::integer AS hits FROM h GROUP BY 1),
           own AS (SELECT * FROM h WHERE device_id = ANY (${page.map(({ id }) => id)}::integer[])),
           last AS (SELECT device_id, max(at) AS at FROM own GROUP BY 1),
           near AS (SELECT o.device_id, count(DISTINCT n.device_id)::integer AS traps
                      FROM (SELECT * FROM own WHERE space_id IS NOT NULL OR floor_id IS NOT NULL) o JOIN rodent_hit n ON n.structure_id = o.structure_id AND n.at BETWEEN o.at - interval '48 hours' AND o.at + interval '48 hours'
                     WHERE n.device_id <> o.device_id AND n.device_id = ANY (${all.map(({ id }) => id)}::integer[]) AND ${isHit('n')}
                       AND n.at >= ${period.from}::timestamptz AND n.at < ${period.to}::timestamptz
                       AND (n.space_id = o.space_id OR o.space_id IS NULL AND n.floor_id = o.floor_id) GROUP BY 1)
      SELECT d.id, d.name, t.number, ${structureNamed('d.structure_id')} AS structure, last.at AS last_hit_at,
             coalesce(site.hits, 0) AS site_hits, coalesce(near.traps, 0) AS neighbours
        FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap t ON t.id = d.id
        LEFT JOIN last ON last.device_id = d.id LEFT JOIN near ON near.device_id = d.id LEFT JOIN site ON site.structure_id = d.structure_id
       WHERE d.id = ANY (${page.map(({ id }) => id)}::integer[])`.execute(context.tx);
    return rows;
  });

import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { spaceNamed, structureNamed, structureSummaries } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { type analysisRoutes, bucketDays } from '../../common/analysis.ts';
import { hitsByDate } from './hits-by-date.ts';
import { planHits } from './plan-hits.ts';
import { added, hitsIn, isAsked, periodBefore, periodOf, type Sums, shownSums, sumsBy } from './trap-sums.ts';

const falseShare = ({ hits, wrong }: Sums): number | null => (hits + wrong === 0 ? null : wrong / (hits + wrong));
const byRate = (a: { rate: number | null; hits: number }, b: { rate: number | null; hits: number }): number =>
  (b.rate ?? -1) - (a.rate ?? -1) || b.hits - a.hits;

export const analysisHandlers: Handlers<typeof analysisRoutes> = {
  async targetedStructure(context) {
    const { tx, actor, query } = context;
    const period = periodOf(query);
    const sums = await sumsBy(context, query, period, 'structure_id');
    const previous = await sumsBy(context, query, periodBefore(period), 'structure_id');
    type Counted = { structureId: number; traps: number; silent: number };
    const counted = await bypassRls(tx, actor.scope, () =>
      sql<Counted>`
        SELECT d.structure_id, count(*)::integer AS traps, (count(*) FILTER (WHERE d.connection = 'offline'))::integer AS silent
          FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap t ON t.id = d.id
         WHERE d.app = 'rodent' AND d.company_id = ${companyOf(actor)} AND d.state = 'installed' AND ${isAsked(context, query, 'd.structure_id')}
           AND (${query.zone ?? null}::text IS NULL OR coalesce(t.zone, 'interior') = ${query.zone ?? null}) GROUP BY 1`.execute(
        tx,
      ),
    );
    const counts = new Map(counted.rows.map((row) => [row.structureId, row]));
    const ids = [...new Set([...sums.keys(), ...counts.keys()])];
    const names = new Map(
      (
        await structureSummaries(
          tx,
          ids.filter((one) => one !== null),
        )
      ).map((one) => [one.id, one]),
    );
    const rows = ids.map((one) => ({
      ...shownSums(sums.get(one)),
      structure: one === null ? null : { id: one, name: names.get(one)?.name ?? '' },
      falseShare: falseShare(sums.get(one) ?? added([])),
      previous: shownSums(previous.get(one)),
      traps: (one !== null && counts.get(one)?.traps) || 0,
      silent: (one !== null && counts.get(one)?.silent) || 0,
    }));
    return {
      total: shownSums(added(sums.values())),
      rows: rows.toSorted(byRate).slice(query.skip, query.skip + query.limit),
    };
  },

  async targetedSpace(context) {
    const { tx, actor } = context;
    const query = { ...context.query, structureId: String(context.query.structureId) };
    const period = periodOf(query);
    const sums = await sumsBy(context, query, period, 'space_id');
    const zone = await zoneOfCompany(tx, companyOf(actor));
    const facts = await bypassRls(tx, actor.scope, () =>
      sql<{ id: number | null; space: { id: number; name: string } | null; medianHour: number | null }>`
        SELECT k.id, ${spaceNamed('k.id')} AS space,
               (SELECT extract(hour FROM percentile_disc(0.5) WITHIN GROUP (ORDER BY (h.at AT TIME ZONE ${zone})::time))::integer
                  FROM ${hitsIn(context, query, period)} h
                 WHERE h.space_id IS NOT DISTINCT FROM k.id AND h.kind = 'activation' AND h.from_at IS NULL AND h.verdict NOT IN ('false', 'service')) AS median_hour
          FROM unnest(${[...sums.keys()]}::integer[]) AS k (id)`.execute(tx),
    );
    const rows = facts.rows.map(({ id, ...fact }) => ({ ...shownSums(sums.get(id)), ...fact }));
    return { total: shownSums(added(sums.values())), rows: rows.toSorted(byRate) };
  },

  dateHits: (context) => hitsByDate(context, periodOf(context.query, bucketDays[context.query.bucket])),

  async deviceHits(context) {
    const { tx, actor, query } = context;
    const period = periodOf(query);
    const sums = await sumsBy(context, query, period, 'device_id');
    const ids = [...sums.keys()].filter((one) => one !== null);
    type Facts = { id: number; name: string; number: number | null; structure: { id: number; name: string } | null };
    type Row = Facts & { lastHitAt: string | null; siteHits: number; neighbours: number };
    const facts = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        WITH h AS MATERIALIZED (SELECT x.* FROM ${hitsIn(context, query, period)} x WHERE x.kind = 'activation' AND x.verdict NOT IN ('false', 'service'))
        SELECT d.id, d.name, t.number, ${structureNamed('d.structure_id')} AS structure, (SELECT max(o.at) FROM h o WHERE o.device_id = d.id) AS last_hit_at,
               (SELECT count(*)::integer FROM h o WHERE o.structure_id = d.structure_id) AS site_hits,
               (SELECT count(DISTINCT o.device_id)::integer FROM h own JOIN h o ON o.device_id <> own.device_id AND o.at BETWEEN own.at - interval '48 hours' AND own.at + interval '48 hours'
                   AND (o.space_id = own.space_id OR own.space_id IS NULL AND o.floor_id = own.floor_id) WHERE own.device_id = d.id) AS neighbours
          FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap t ON t.id = d.id WHERE d.id = ANY (${ids}::integer[])`.execute(
        tx,
      ),
    );
    const rows = facts.rows.map(({ siteHits, ...one }) => {
      const shown = shownSums(sums.get(one.id));
      return { ...shown, ...one, share: siteHits === 0 ? null : shown.hits / siteHits };
    });
    return {
      total: shownSums(added(sums.values())),
      totalRecords: rows.length,
      rows: rows.toSorted((a, b) => b.hits - a.hits || a.id - b.id).slice(query.skip, query.skip + query.limit),
    };
  },

  planHits,
};

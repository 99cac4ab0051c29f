import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { spaceNamed, structureSummaries } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { type analysisRoutes, bucketDays } from '../../common/analysis.ts';
import { siteFor } from '../visits/site-for.ts';
import { hitsByDate } from './hits-by-date.ts';
import { planHits } from './plan-hits.ts';
import { factsOfPage } from './trap-facts.ts';
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
    const structureId = await siteFor(context, context.query.structureId, 'analysis', 'read');
    const query = { ...context.query, structureId: String(structureId) };
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
    const { query } = context;
    const period = periodOf(query);
    const sums = await sumsBy(context, query, period, 'device_id');
    const all = [...sums].flatMap(([id, of]) => (id === null ? [] : [{ id, ...shownSums(of) }]));
    // Facts are read of the page alone.
    const page = all
      .toSorted((one, other) => other.hits - one.hits || one.id - other.id)
      .slice(query.skip, query.skip + query.limit);
    const facts = new Map((await factsOfPage(context, period, { all, page })).map((fact) => [fact.id, fact]));
    return {
      total: shownSums(added(sums.values())),
      totalRecords: all.length,
      rows: page.flatMap((row) => {
        const fact = facts.get(row.id);
        if (!fact) return [];
        const { siteHits, ...shown } = fact;
        return [{ ...row, ...shown, share: siteHits === 0 ? null : row.hits / siteHits }];
      }),
    };
  },

  planHits,
};

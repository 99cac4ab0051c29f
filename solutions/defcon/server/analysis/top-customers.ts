import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { settingOf } from '#platform/server/records/app-settings.ts';
import type { Measure, OfCustomer } from '../../common/analysis/analysis.ts';
import { settings } from '../../common/settings/setting.ts';
import { type Asking, assertPeriod, incidents, isWithin, secondsUntilTaken } from './asked.ts';
import { feeOf, neither } from './false-rate.ts';
import { supervised } from './supervised.ts';

type Row = Pick<OfCustomer, 'incidents' | 'false' | 'responseSeconds' | 'falseInYear'> & {
  companyId: number;
  right: number;
};
type Query = Asking['query'] & { measure: Measure; limit: number };

const valueOf: Readonly<Record<Measure, (row: OfCustomer) => number | null>> = {
  incidents: (row) => row.incidents,
  false: (row) => row.false,
  rate: (row) => row.rate,
  offline: (row) => row.offlineHours,
  response: (row) => row.responseSeconds,
};

async function sumsByCompany(context: Asking): Promise<Row[]> {
  const { to } = context.query;
  const { rows } = await sql<Row>`
    WITH i AS MATERIALIZED (SELECT x.*, ${secondsUntilTaken} AS seconds FROM ${incidents(context)} x)
    SELECT i.company_id, (count(*) FILTER (WHERE ${isWithin('i.first_at', context)}))::integer AS incidents,
           (count(*) FILTER (WHERE i.disposition = 'rejected' AND ${isWithin('i.closed_at', context)}))::integer AS false,
           (count(*) FILTER (WHERE i.disposition = 'terminated' AND coalesce(i.outcome ->> 'outcome', '') <> ALL (${neither}::text[]) AND ${isWithin('i.closed_at', context)}))::integer AS "right",
           percentile_cont(0.5) WITHIN GROUP (ORDER BY CASE WHEN ${isWithin('i.first_at', context)} THEN i.seconds END) AS response_seconds,
           (count(*) FILTER (WHERE i.disposition = 'rejected' AND i.closed_at >= ${to}::timestamptz - interval '12 months' AND i.closed_at < ${to}::timestamptz))::integer AS false_in_year
      FROM i GROUP BY 1`.execute(context.tx);
  return rows;
}

/** The companies with the most of a measure. */
export async function topCustomers(context: Asking & { query: Query }): Promise<OfCustomer[]> {
  const { tx, actor, query } = context;
  assertPeriod(query);
  const own = actor.session.actingFor;
  const { feeBands } = own === null ? settings.defaults : await settingOf(tx, settings, own);
  const offline = new Map((await supervised(context)).map((one) => [one.companyId, one.offlineSeconds / 3600]));
  const sums = await sumsByCompany(context);
  const ids = sums.map(({ companyId }) => companyId);
  // The police learns whose incidents it was sent.
  const named = await bypassRls(tx, actor.scope, () =>
    sql<{ id: number; company: OfCustomer['company'] }>`
      SELECT n.id, ${companyNamed('n.id')} AS company FROM unnest(${ids}::integer[]) AS n (id)`.execute(tx),
  );
  const nameOf = new Map(named.rows.map(({ id, company }) => [id, company]));
  const rows = sums.flatMap(({ companyId, right, ...sum }): OfCustomer[] => {
    const company = nameOf.get(companyId);
    if (!company) return [];
    const ends = sum.false + right;
    return [
      {
        ...sum,
        company,
        rate: ends === 0 ? null : sum.false / ends,
        offlineHours: offline.get(companyId) ?? null,
        feeAed: feeOf(feeBands, sum.falseInYear),
      },
    ];
  });
  const value = valueOf[query.measure];
  return rows
    .toSorted((a, b) => (value(b) ?? -1) - (value(a) ?? -1) || a.company.id - b.company.id)
    .slice(0, query.limit);
}

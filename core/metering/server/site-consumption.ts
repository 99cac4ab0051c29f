import type { ReadConsumption } from '#core/device-app/server/api.ts';
import { deviceRows, type VisibleApp } from '#core/devices/server/api.ts';
import { structureIdsOf, structureSummaries } from '#core/places/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import type { consumptionRoutes, SiteUsage } from '../common/consumption.ts';
import {
  consumptionOfMeters,
  isoSpan,
  monthSoFar,
  periodBefore,
  type Span,
  usagesBySite,
  zoneOfCaller,
} from './consumption.ts';
import { rankedUsages } from './site-ranking.ts';

const maxDays = 370;
const mostMeters = 5;
const byName = new Intl.Collator(['en', 'ar'], { numeric: true });

/** Reads the consumption of this month for `portfolioHandlers`. */
export const monthOfSites =
  ({ id: app }: AppManifest): ReadConsumption =>
  async (context, structures) => {
    const zone = await zoneOfCaller(context);
    const period = monthSoFar(Date.now(), zone);
    const choice = { apps: [{ app, structures: null }], structures };
    return usagesBySite(await consumptionOfMeters(context, choice, { period, before: periodBefore(period, zone) }));
  };

type Spans = { period: Span; before: Span };
type Reading = Pick<Context, 'tx' | 'kit'> & { actor: Pick<Actor, 'scope'> };

/** The consumption of structures by utility, the highest first. Used by the ranking and by reports. */
export async function siteUsages(
  context: Reading,
  { apps, structures, ...spans }: Spans & { apps: readonly VisibleApp[]; structures: readonly number[] },
): Promise<SiteUsage[]> {
  const choice = { apps, structures };
  const bySite = usagesBySite(await consumptionOfMeters(context, choice, spans));
  const summaries = await structureSummaries(context.tx, [...bySite.keys()]);
  const before = isoSpan(spans.before);
  const rows = summaries.flatMap(({ id, company, name, grossArea }) =>
    (bySite.get(id) ?? []).map((usage) => {
      const perArea = grossArea === null ? null : usage.amount / grossArea;
      return { key: `${id}-${usage.utility}-${usage.unit}`, id, company, name, perArea, before, ...usage };
    }),
  );
  return rows.sort((a, b) =>
    a.utility === b.utility ? b.amount - a.amount || a.id - b.id : a.utility < b.utility ? -1 : 1,
  );
}

async function spansOf(
  context: Pick<Context, 'tx' | 'actor'>,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<Spans & { zone: string }> {
  const zone = await zoneOfCaller(context);
  const month = monthSoFar(Date.now(), zone);
  const period = {
    from: query.from === undefined ? month.from : Date.parse(query.from),
    to: query.to === undefined ? month.to : Date.parse(query.to),
  };
  if (period.to <= period.from) throw invalid('to', 'toAfterFrom');
  if (period.to - period.from > maxDays * dayMs) throw invalid('to', 'daysCount');
  return { period, before: periodBefore(period, zone), zone };
}

/** Serves `consumptionRoutes(app.id)`. */
export const consumptionHandlers = ({ id: app }: AppManifest): Handlers<ReturnType<typeof consumptionRoutes>> => ({
  async consumption(context) {
    const { tx, actor, list, query } = context;
    const { utility: chosen, ...filters } = list.filters;
    const search = list.search ? { search: list.search } : {};
    const visible = resourcesWith(actor.session, app, 'analysis', 'read');
    const structures = await structureIdsOf(tx, actor.scope, { filters, ...search }, visible);
    const { zone, ...spans } = await spansOf(context, query);
    const all = await siteUsages(context, { apps: [{ app, structures: null }], structures, ...spans });
    const rows = chosen ? all.filter(({ utility }) => chosen.includes(utility)) : all;
    const { field, direction } = list.sort ?? { field: 'amount', direction: 'desc' };
    if (field === 'name') rows.sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
    if (direction === (field === 'name' ? 'desc' : 'asc')) rows.reverse();
    const page = { rows: rows.slice(list.skip, list.skip + list.limit), period: spans.period, zone };
    return { data: await rankedUsages(context, app, page), totalRecords: rows.length };
  },
  async topMeters(context) {
    const { tx, kit, actor, params, query } = context;
    const [site] = hasAbilityOn(actor.session, app, 'analysis', 'read', params.id)
      ? await structureSummaries(tx, [params.id])
      : [];
    if (!site) throw refuse(404, 'not-found');
    const choice = { apps: [{ app, structures: null }], structures: [site.id] };
    const meters = await consumptionOfMeters(context, choice, await spansOf(context, query));
    const known = meters.flatMap(({ amount, ...meter }) => (amount === null ? [] : [{ ...meter, amount }]));
    const top = [...Map.groupBy(known, ({ utility }) => utility).values()].flatMap((of) =>
      of.sort((a, b) => b.amount - a.amount).slice(0, mostMeters),
    );
    const rows = await deviceRows(
      tx,
      kit.apps,
      top.map(({ device }) => device),
    );
    return rows.flatMap(({ id, name, solutionId }, n) => {
      const meter = top[n];
      return meter ? [{ id, name, solutionId, utility: meter.utility, unit: meter.unit, amount: meter.amount }] : [];
    });
  },
});

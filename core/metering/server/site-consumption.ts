import type { ReadConsumption } from '#core/device-app/server/api.ts';
import { structureIdsOf, structureSummaries } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs } from '#platform/common/wall-clock.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
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

const maxDays = 370;

/** Reads the consumption of this month for `portfolioHandlers`. */
export const monthOfSites =
  ({ id: app }: AppManifest): ReadConsumption =>
  async (context, structures) => {
    const zone = await zoneOfCaller(context);
    const period = monthSoFar(Date.now(), zone);
    const choice = { apps: [{ app, structures: null }], structures };
    return usagesBySite(await consumptionOfMeters(context, choice, { period, before: periodBefore(period, zone) }));
  };

/** The consumption of structures by utility, the highest first. Used by the ranking and by reports. */
export async function siteUsages(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  app: string,
  { structures, ...spans }: { structures: readonly number[]; period: Span; before: Span },
): Promise<SiteUsage[]> {
  const choice = { apps: [{ app, structures: null }], structures };
  const bySite = usagesBySite(await consumptionOfMeters(context, choice, spans));
  const summaries = await structureSummaries(context.tx, [...bySite.keys()]);
  const rows = summaries.flatMap(({ id, companyId, name, grossArea }) =>
    (bySite.get(id) ?? []).map((usage) => ({ id, companyId, name, grossArea, ...usage })),
  );
  return rows.sort((a, b) =>
    a.utility < b.utility ? -1 : a.utility > b.utility ? 1 : b.amount - a.amount || a.id - b.id,
  );
}

/** Serves `consumptionRoutes(app.id)`. */
export const consumptionHandlers = ({ id: app }: AppManifest): Handlers<ReturnType<typeof consumptionRoutes>> => ({
  async consumption(context) {
    const { tx, actor, query } = context;
    const period = { from: Date.parse(query.from), to: Date.parse(query.to) };
    if (period.to <= period.from) throw invalid('to', 'toAfterFrom');
    if (period.to - period.from > maxDays * dayMs) throw invalid('to', 'daysCount');
    const before = periodBefore(period, await zoneOfCaller(context));
    const filters: Record<string, string[]> = query.structureId ? { id: [String(query.structureId)] } : {};
    const visible = resourcesWith(actor.session, app, 'analysis', 'read');
    const structures = await structureIdsOf(tx, actor.scope, { filters }, visible);
    const sites = await siteUsages(context, app, { structures, period, before });
    return { period: isoSpan(period), before: isoSpan(before), sites };
  },
});

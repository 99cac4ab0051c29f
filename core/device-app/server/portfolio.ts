import { openCounts } from '#core/alarms/server/api.ts';
import { connectionCounts, deviceCounts } from '#core/devices/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Context, Handlers, ListPage } from '#platform/server/serve.ts';
import type { PortfolioRow, portfolioRoutes } from '../common/portfolio.ts';

/** Serves `portfolioRoutes(app.id)`: three statements for any number of structures. */
export const portfolioHandlers = ({ id: app }: AppManifest): Handlers<ReturnType<typeof portfolioRoutes>> => ({
  portfolio: (context) => portfolio(context, app),
});

async function portfolio(
  { tx, list, actor }: Pick<Context, 'tx' | 'list' | 'actor'>,
  app: string,
): Promise<ListPage<PortfolioRow>> {
  const visible = resourcesWith(actor.session, app, 'analysis', 'read');
  const { data, totalRecords } = await findStructures(tx, actor.scope, list, visible);
  const ids = data.map((structure) => structure.id);
  const devices = Map.groupBy(await deviceCounts(tx, app, ids), (count) => count.structureId);
  const alarms = Map.groupBy(await openCounts(tx, app, ids), (count) => count.structureId);
  const rows = data.map((structure): PortfolioRow => {
    const ofStructure = devices.get(structure.id) ?? [];
    const sum = (field: 'devices' | 'lowBattery') => ofStructure.reduce((all, count) => all + count[field], 0);
    const open = { good: 0, ok: 0, poor: 0, problem: 0 };
    const ofStatus = { good: 0, ok: 0, poor: 0, problem: 0 };
    for (const { severity, n, class: of } of alarms.get(structure.id) ?? []) {
      open[severity] += n;
      if (of === 'status') ofStatus[severity] += n;
    }
    return {
      id: structure.id,
      name: structure.name,
      address: structure.address,
      location: structure.location,
      devices: sum('devices'),
      ...connectionCounts(ofStructure),
      lowBattery: sum('lowBattery'),
      alarms: open,
      statusAlarms: ofStatus,
      worst: open.problem ? 'problem' : open.poor ? 'poor' : open.ok ? 'ok' : 'good',
      solutions: ofStructure.map((count) => ({
        id: count.solutionId,
        devices: count.devices,
        ...connectionCounts([count]),
      })),
    };
  });
  return { data: rows, totalRecords };
}

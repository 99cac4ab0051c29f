import { sql } from 'kysely';
import { readStates, siteStateSums } from '#core/device-app/server/api.ts';
import { appsWithDevices, deviceRows, replaceSoon, reportedLockState, withinApps } from '#core/devices/server/api.ts';
import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, type Handlers, serve } from '#platform/server/serve.ts';
import { sites } from '../app.ts';
import { siteDeviceList, type siteRoutes } from '../common/site.ts';

/** The site of the address. Refuses with 404 unless the caller may see it. */
async function visibleSite({ tx, actor, params }: Pick<Context, 'tx' | 'actor'> & { params: { id: number } }) {
  const visible = visibleStructures(actor);
  const [site] = visible && !visible.includes(params.id) ? [] : await structureSummaries(tx, [params.id]);
  if (!site) throw refuse(404, 'not-found');
  return site;
}

const handlers: Handlers<typeof siteRoutes> = {
  async read(context) {
    const { id, companyId, name, address } = await visibleSite(context);
    const states = await readStates(context);
    const devices = states.devices.filter(({ structureId }) => structureId === id);
    const alarms = states.alarms.filter(({ structureId }) => structureId === id);
    const apps = new Set([...devices, ...alarms].map(({ app }) => app));
    const byApp = [...apps].sort().map((app) => {
      const { apps: _own, ...state } = siteStateSums(
        devices.filter((count) => count.app === app),
        alarms.filter((count) => count.app === app),
      );
      return { app, ...state };
    });
    return { id, companyId, name, address, ...siteStateSums(devices, alarms), byApp };
  },
  async devices(context) {
    const { tx, kit, list, actor } = context;
    const { id } = await visibleSite(context);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'device',
      spec: siteDeviceList,
      query: list,
      scope: actor.scope,
      where: [sql`t.structure_id = ${id} AND t.state = 'installed'`, withinApps(appsWithDevices(context), 't')],
      columns: { replaceSoon, lockState: reportedLockState },
    });
    return { data: await deviceRows(tx, kit.apps, ids), totalRecords };
  },
};

export const sitesServer = serve(sites, { site: handlers });

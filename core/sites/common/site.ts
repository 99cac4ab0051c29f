import { z } from 'zod';
import { siteState } from '#core/device-app/common/overview.ts';
import { deviceList, deviceRow } from '#core/devices/common/device.ts';
import { structure } from '#core/places/common/structure.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

/** The devices and open alarms of a site in one app. */
const inApp = siteState.omit({ id: true, companyId: true, name: true, address: true, apps: true }).extend({
  app: z.string(),
});

const site = siteState.extend({ byApp: z.array(inApp) });
export type Site = z.infer<typeof site>;

const path = '/overview/site/{id}';
const access = structure.can('read');

export const siteDeviceList = { ...deviceList, filter: [...deviceList.filter, 'app'] } as const satisfies ListSpec;

export const siteRoutes = {
  /** The state of a site over all apps whose devices or alarms the caller may see. */
  read: route.get(path, { access, reply: site }),
  /** The devices of a site, of all apps whose devices the caller may see. */
  devices: route.list(`${path}/device`, {
    access,
    reply: deviceRow,
    list: siteDeviceList,
  }),
};

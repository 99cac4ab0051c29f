import type { SavedFilter } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { deviceList, deviceRow } from './device.ts';

/** The page of the devices of all apps, below the addresses of the core. */
export const devicesPath = 'all-devices/list';
const devicesAddress = `/core/${devicesPath}`;

/** The address of the devices of all apps, with a query that filters them. */
export const allDevices = (query = ''): string => `${devicesAddress}${query}`;

/** What the pages of an app's devices lead to; `by` may filter them further. */
export const devicesOfApp = (app: string, by: Readonly<Record<string, string>> = {}): SavedFilter => ({
  of: devicesAddress,
  by: { app, ...by },
});

/** The calls for the devices of all apps, each judged by its app. */
export const deviceDeskRoutes = {
  list: route.list('/device', {
    access: 'signed-in',
    reply: deviceRow,
    list: {
      ...deviceList,
      filter: ['app', ...deviceList.filter],
      // `attention`: installed devices that are offline, then those whose battery is low, then the others; the newest first.
      sort: ['attention', ...deviceList.sort],
      defaultSort: ['attention', 'desc'],
    },
    allClients: true,
  }),
};

import { route } from '#platform/common/route.ts';
import { deviceList, deviceRow } from './device.ts';

/** The calls for the devices of all apps. Permissions are checked by app. */
export const deviceDeskRoutes = {
  list: route.list('/device', {
    access: 'signed-in',
    reply: deviceRow,
    list: {
      ...deviceList,
      filter: ['app', ...deviceList.filter],
      // `attention`: installed devices first: offline ones, then those whose battery is low, then the others.
      sort: ['attention', ...deviceList.sort],
      defaultSort: ['attention', 'desc'],
    },
    allClients: true,
  }),
};

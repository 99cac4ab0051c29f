import { recordGroupRoutes } from '#core/groups/common/record-group.ts';
import { geofence } from '#core/places/common/geofence.ts';
import { geofenceRoutesAt } from '#core/places/common/mounted.ts';
import { route } from '#platform/common/route.ts';

const mounted = geofenceRoutesAt('/geo-fence');

/** The geofences of the company; here they are sorted into groups of the app. */
export const geofenceRoutes = {
  ...mounted,
  list: route.list('/geo-fence', {
    access: mounted.list.access,
    reply: geofence.row,
    list: { ...geofence.list, filter: ['companyId', 'purpose', 'groupId'], valuesOnly: ['groupId'] },
  }),
};

export const geofenceGroup = { name: 'fleet.geofence', table: geofence.table } as const;
export const geofenceGroupRoutes = recordGroupRoutes(geofenceGroup, '/geo-fence-group');

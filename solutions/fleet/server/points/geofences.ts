import { recordGroupHandlers, withGroupFilter } from '#core/groups/server/api.ts';
import { isDrawnByPeople, listGeofences, mountedGeofenceHandlers } from '#core/places/server/api.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { geofenceGroup, type geofenceGroupRoutes, type geofenceRoutes } from '../../common/points/geofences.ts';

export const geofenceHandlers: Handlers<typeof geofenceRoutes> = {
  ...mountedGeofenceHandlers,
  async list(context) {
    const { list, where } = await withGroupFilter(context.tx, geofenceGroup, context.list);
    return listGeofences({ ...context, list }, where);
  },
};

export const geofenceGroupHandlers: Handlers<typeof geofenceGroupRoutes> = recordGroupHandlers({
  ...geofenceGroup,
  // Points of interest have geofences of their own, which are in no group.
  seen: isDrawnByPeople,
});

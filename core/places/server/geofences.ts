import type { RowOf } from '#platform/common/define-entity.ts';
import { records } from '#platform/server/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { geofence, type geofenceRoutes } from '../common/geofence.ts';

const { read: _, ...crudHandlers } = records<RowOf<typeof geofence>>(geofence);

export const geofenceHandlers: Handlers<typeof geofenceRoutes> = crudHandlers;

import { sql } from 'kysely';
import type { RowOf } from '#platform/common/define-entity.ts';
import { emit } from '#platform/server/domain-events.ts';
import { records } from '#platform/server/records/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { geofence, type geofenceRoutes } from '../common/geofence.ts';

/** A condition on the geofence `t`: people have drawn it. Those of the records of apps are changed with these. */
export const isDrawnByPeople = () => sql`t.app_id IS NULL`;

const { read: _, ...handlers } = records<RowOf<typeof geofence>>(geofence, {
  seen: isDrawnByPeople,
  async changed(context, after, before) {
    const isReshaped = JSON.stringify(after.shape) !== JSON.stringify(before?.shape);
    if (isReshaped || after.speedLimit !== before?.speedLimit)
      await emit(context, 'geofence.drawn', { ...after, isReshaped });
  },
  removing: (context, { id }) => emit(context, 'geofence.removed', { id }),
});

/** The list of geofences; `where` adds conditions on `t`. */
export const listGeofences = handlers.list;
export const geofenceHandlers: Handlers<typeof geofenceRoutes> = handlers;

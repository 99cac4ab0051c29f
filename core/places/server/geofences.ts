import type { RowOf } from '#platform/common/define-entity.ts';
import { emit } from '#platform/server/domain-events.ts';
import { records } from '#platform/server/records/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { geofence, type geofenceRoutes } from '../common/geofence.ts';

const { read, ...handlers } = records<RowOf<typeof geofence>>(geofence);

export const geofenceHandlers: Handlers<typeof geofenceRoutes> = {
  ...handlers,
  async create(context) {
    const row = await handlers.create(context);
    await emit(context, 'geofence.drawn', { ...row, isReshaped: true });
    return row;
  },
  async update(context) {
    const before = await read(context);
    const row = await handlers.update(context);
    const isReshaped = JSON.stringify(row.shape) !== JSON.stringify(before.shape);
    if (isReshaped || row.speedLimit !== before.speedLimit)
      await emit(context, 'geofence.drawn', { ...row, isReshaped });
    return row;
  },
  async remove(context) {
    const { id } = await read(context);
    await emit(context, 'geofence.removed', { id });
    return handlers.remove(context);
  },
};

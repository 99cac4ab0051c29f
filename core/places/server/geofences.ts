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
    await emit(context, 'geofence.drawn', row);
    return row;
  },
  async update(context) {
    const row = await handlers.update(context);
    if (context.body.shape) await emit(context, 'geofence.drawn', row);
    return row;
  },
  async remove(context) {
    const { id } = await read(context);
    await emit(context, 'geofence.removed', { id });
    return handlers.remove(context);
  },
};

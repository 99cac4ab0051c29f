import { changesOf } from '#core/accounts/server/api.ts';
import { rows } from '#platform/server/rows.ts';
import type { Handler } from '#platform/server/serve.ts';
import { geofence, type geofenceRoutes } from '../common/geofence.ts';

export const geofenceHistory: Handler<(typeof geofenceRoutes)['history']> = async (context) => {
  const { id, companyId } = await rows(geofence).get(context);
  return changesOf(context, { table: geofence.table, id, companyId });
};

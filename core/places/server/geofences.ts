import { changesOf } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { rows } from '#platform/server/rows.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { geofence, type geofenceRoutes } from '../common/geofence.ts';
import { companyToChange } from './company-in-path.ts';

const ordinary = rows(geofence);
type Change = { tx: Tx; actor: Actor; params: { id: number } };

/** A provider has selected the client whose fence it changes. */
async function assertMayChange(context: Change): Promise<void> {
  const { companyId } = await ordinary.get(context);
  companyToChange(context.actor, companyId);
}

export const geofenceHandlers: Handlers<typeof geofenceRoutes> = {
  ...ordinary,
  async history(context) {
    const { id, companyId } = await ordinary.get(context);
    return changesOf(context, { table: geofence.table, id, companyId });
  },
  async update(context) {
    await assertMayChange(context);
    return ordinary.update(context);
  },
  async remove(context) {
    await assertMayChange(context);
    return ordinary.remove(context);
  },
};

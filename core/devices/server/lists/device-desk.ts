import { sql } from 'kysely';
import { canDo } from '#platform/common/define-entity.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { deviceDeskRoutes } from '../../common/device-desk.ts';
import { replaceSoon } from '../battery-forecasts.ts';
import { reportedLockState } from '../lock-state.ts';
import { deviceRows } from './device-rows.ts';
import { withinResources } from './visible-device.ts';

/** As the index `device_attention` has it. */
const attention = sql`(CASE WHEN t.state <> 'installed' THEN 0 WHEN t.connection = 'offline' THEN 3 WHEN t.battery < 20 THEN 2 ELSE 1 END)`;

/** A condition on `t`: a device of one of the apps, or of any, in a structure in which the caller may read its devices. */
function readableDevices({ kit, actor, may, list }: Pick<Context, 'kit' | 'actor' | 'may' | 'list'>) {
  const chosen = list.filters.app;
  const conditions = kit.apps
    .filter(
      ({ id, routes }) => 'device' in routes && (chosen?.includes(id) ?? true) && may(canDo(`${id}.device`, 'read')),
    )
    .map(({ id }) => sql`(${sql.join([sql`t.app = ${id}`, ...withinResources(actor, id)], sql` AND `)})`);
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
}

/** The devices of all apps. */
export const deviceDeskHandlers: Handlers<typeof deviceDeskRoutes> = {
  async list(context) {
    const { tx, kit, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'device',
      spec: deviceDeskRoutes.list.list ?? {},
      query: list,
      scope: actor.scope,
      where: [readableDevices(context)],
      columns: { replaceSoon, lockState: reportedLockState, attention },
    });
    return { data: await deviceRows(tx, kit.apps, ids), totalRecords };
  },
};

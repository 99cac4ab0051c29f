import { sql } from 'kysely';
import { type AppRecords, appOfRecord, readableApps } from '#platform/server/records/app-of-record.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { groupDeskRoutes } from '../common/group-desk.ts';
import { permissionGroupList } from '../common/permission-group.ts';
import { permissionGroupHandlers } from './group-handlers.ts';
import { readGroups } from './group-rows.ts';

const groups: AppRecords = { table: 'permission_group', app: 'appId', entity: 'permissions-group' };

/** The permission groups of all apps. */
export const groupDeskHandlers: Handlers<typeof groupDeskRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: groups.table,
      spec: permissionGroupList,
      query: list,
      scope: actor.scope,
      where: [sql`t.app_id = ANY (${readableApps(context, groups)}::text[])`],
      columns: { app: sql`t.app_id` },
    });
    return { data: await readGroups(tx, null, ids), totalRecords };
  },
  async remove(context) {
    const { id } = await appOfRecord(context, groups, 'delete');
    return permissionGroupHandlers(id).remove(context);
  },
};

import { type AppRecords, appOfRecord, findAppRecords } from '#platform/server/records/app-of-record.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { groupDeskRoutes } from '../common/group-desk.ts';
import { permissionGroupList } from '../common/permission-group.ts';
import { permissionGroupHandlers } from './group-handlers.ts';
import { readGroups } from './group-rows.ts';

const groups: AppRecords = { table: 'permission_group', app: 'appId', entity: 'permissions-group' };

/** The permission groups of all apps. */
export const groupDeskHandlers: Handlers<typeof groupDeskRoutes> = {
  async list(context) {
    const { ids, totalRecords } = await findAppRecords(context, groups, permissionGroupList);
    return { data: await readGroups(context.tx, null, ids), totalRecords };
  },
  async remove(context) {
    const { id } = await appOfRecord(context, groups, 'delete');
    return permissionGroupHandlers(id).remove(context);
  },
};

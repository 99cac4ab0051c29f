import { type AppRecords, appOfRecord, findAppRecords } from '#platform/server/records/app-of-record.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { notificationGroupDeskRoutes } from '../../common/group-desk.ts';
import { notificationGroupList } from '../../common/notification-group.ts';
import { notificationGroupHandlers, readGroups } from './notification-groups.ts';

const groups: AppRecords = { table: 'notification_group', app: 'appId', entity: 'notifications-group' };

/** The notification groups of all apps. */
export const notificationGroupDeskHandlers: Handlers<typeof notificationGroupDeskRoutes> = {
  async list(context) {
    const { ids, totalRecords } = await findAppRecords(context, groups, notificationGroupList);
    return { data: await readGroups(context.tx, null, ids), totalRecords };
  },
  async remove(context) {
    const { id } = await appOfRecord(context, groups, 'delete');
    return notificationGroupHandlers(id).remove(context);
  },
};

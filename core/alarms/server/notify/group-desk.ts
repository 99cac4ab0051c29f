import { sql } from 'kysely';
import { type AppRecords, appOfRecord, readableApps } from '#platform/server/records/app-of-record.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { notificationGroupDeskRoutes } from '../../common/group-desk.ts';
import { notificationGroupList } from '../../common/notification-group.ts';
import { notificationGroupHandlers, readGroups } from './notification-groups.ts';

const groups: AppRecords = { table: 'notification_group', app: 'appId', entity: 'notifications-group' };

/** The notification groups of all apps. */
export const notificationGroupDeskHandlers: Handlers<typeof notificationGroupDeskRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: groups.table,
      spec: notificationGroupList,
      query: list,
      scope: actor.scope,
      where: [sql`t.app_id = ANY (${readableApps(context, groups)}::text[])`],
      columns: { app: sql`t.app_id` },
    });
    return { data: await readGroups(tx, null, ids), totalRecords };
  },
  async remove(context) {
    const { id } = await appOfRecord(context, groups, 'delete');
    return notificationGroupHandlers(id).remove(context);
  },
};

import type { SavedFilter } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { notificationGroup, notificationGroupList } from './notification-group.ts';

/** The page of the groups and mail plans of all apps, below the addresses of the core. */
export const groupsPath = 'app-groups/list';
const groupsAddress = `/core/${groupsPath}`;

/** The address to which the page of an app's groups leads, optionally those of one kind. */
export const groupsOfApp = (app: string, kind?: 'permission' | 'notification'): SavedFilter => ({
  of: groupsAddress,
  by: { app, ...(kind === undefined ? {} : { kind }) },
});

/** The address of the groups of an app among those of all apps. */
export const groupsAddressOf = ({ id }: { id: string }, kind: string): string =>
  `${groupsAddress}?app=${id}&kind=${kind}`;

/**
 * The calls for the notification groups of all apps. Permissions are checked by app; groups are created and edited with
 * the calls of their app.
 */
export const notificationGroupDeskRoutes = {
  list: route.list('/app-notifications-group', {
    access: 'signed-in',
    reply: notificationGroup,
    list: { ...notificationGroupList, filter: ['app'] },
  }),
  remove: route.delete('/app-notifications-group/{id}', { access: 'signed-in' }),
};

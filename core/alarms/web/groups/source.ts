import type { PermissionGroupCalls } from '#core/permissions/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import type { notificationGroupRoutes } from '../../common/notification-group.ts';

/** The notification-group calls as an app mounts them. */
export type NotificationGroupCalls = Client<{ group: ReturnType<typeof notificationGroupRoutes> }>['group'];

/** What an app tells of its groups, for every screen of them. */
export type GroupSource = { app: AppManifest; permission: PermissionGroupCalls; notification: NotificationGroupCalls };

export const groupKinds = ['permission', 'notification'] as const;
export type GroupKind = (typeof groupKinds)[number];

export const addressesOf = ({ app: { web } }: Pick<GroupSource, 'app'>) => ({
  list: (kind: string) => `${web}/groups/list?kind=${kind}`,
  create: (kind: GroupKind) => `${web}/groups/create?kind=${kind}`,
  edit: (kind: GroupKind) => `${web}/groups/edit-${kind}/{id}`,
  addUser: `${web}/groups/add-user`,
  editUser: (id: number) => `${web}/groups/edit-user/${id}`,
});

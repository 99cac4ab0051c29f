import { useMemo } from 'react';
import { appOfAlarm } from '#core/alarms/web/parts.tsx';
import { type PermissionGroupCalls, permissionGroupCalls } from '#core/permissions/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress, usualPage } from '#platform/common/pages/placed-pages.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { type Client, fillPath } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { currentDenial, registeredApps } from '#platform/web/session/session.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { groupsAddressOf } from '../../common/group-desk.ts';
import { groupPaths } from '../../common/group-paths.ts';
import type { notificationGroupRoutes, notificationWebhookRoutes } from '../../common/notification-group.ts';

type Routes = {
  notificationGroup: ReturnType<typeof notificationGroupRoutes>;
  notificationWebhook: ReturnType<typeof notificationWebhookRoutes>;
};
/** The notification-group calls of an app. */
export type NotificationGroupCalls = Client<Routes>['notificationGroup'];

export type WebhookCalls = Client<Routes>['notificationWebhook'];

const calls = mountedCalls<Routes>('notificationGroup', 'notificationWebhook');

/** An app with the calls for its notification groups. */
export type NotificationSource = { app: AppManifest; notification: NotificationGroupCalls; webhook: WebhookCalls };

/** An app with the calls for all its groups. */
export type GroupSource = NotificationSource & { permission: PermissionGroupCalls };

export const groupKinds = ['permission', 'notification'] as const;
export type GroupKind = (typeof groupKinds)[number];

const editPaths = { permission: groupPaths.editPermission, notification: groupPaths.editNotification } as const;

/** The list is that of all apps, unless the app has one of its own. */
export const addressesOf = ({ app }: Pick<NotificationSource, 'app'>) => ({
  list: (kind: string) =>
    usualPage(app, groupPaths.list)?.savedFilter ? groupsAddressOf(app, kind) : usualAddress(app, groupPaths.list),
  create: (kind: GroupKind) => `${usualAddress(app, groupPaths.create)}?kind=${kind}`,
  edit: (kind: GroupKind) => usualAddress(app, editPaths[kind]),
  addUser: usualAddress(app, groupPaths.addUser),
  editUser: (id: number) => usualAddress(app, groupPaths.editUser, { id }),
});

const cached = new WeakMap<AppManifest, NotificationSource & { permission: PermissionGroupCalls | undefined }>();

/** The calls of an app for groups; undefined if it mounts none. Returns the same object each time. */
export function groupSource(app: AppManifest) {
  if (!calls.areIn(app)) return undefined;
  const { notificationGroup: notification, notificationWebhook: webhook } = calls.of(app);
  const source = cached.get(app) ?? { app, permission: permissionGroupCalls(app), notification, webhook };
  cached.set(app, source);
  return source;
}

/** The calls of the current page's app for notification groups. */
export function useNotificationSource() {
  const app = usePageHandle()?.app;
  const source = app && groupSource(app);
  if (!source)
    throw new Error(
      'A page of notification groups stands in an app that mounts notificationGroup and notificationWebhook',
    );
  return source;
}

/** Like `useNotificationSource`, with the calls for permission groups. */
export function useGroupSource(): GroupSource {
  const source = useNotificationSource();
  if (!source.permission) throw new Error('A page of permission groups requires an app that mounts permissionGroup');
  return source as GroupSource;
}

const entities = { permission: 'permissions-group', notification: 'notifications-group' } as const;

/** Whether the person may do this with groups of a kind in an app. */
export const mayWithGroups = ({ id: app }: { id: string }, kind: GroupKind, action: string): boolean =>
  currentDenial(canDo(`${app}.${entities[kind]}`, action), { app }) === null;

/** The apps whose groups the person may read, by kind; the same arrays until the session changes. */
export function useAppsWithGroups(): Record<GroupKind, readonly AppManifest[]> {
  const { session } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be read depends on the session
  return useMemo(() => {
    const mounting = registeredApps().filter((app) => groupSource(app));
    return {
      permission: mounting.filter((app) => groupSource(app)?.permission && mayWithGroups(app, 'permission', 'read')),
      notification: mounting.filter((app) => mayWithGroups(app, 'notification', 'read')),
    };
  }, [session]);
}

/** Where a group is edited, on a page of its app. */
export const editAddressOf =
  (kind: GroupKind) =>
  ({ id, app }: { id: number; app: string }): string =>
    fillPath(addressesOf({ app: appOfAlarm({ app }) }).edit(kind), { id });

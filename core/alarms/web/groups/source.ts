import type { PermissionGroupCalls } from '#core/permissions/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf } from '#platform/web/client/client-of.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { notificationGroupRoutes, notificationWebhookRoutes } from '../../common/notification-group.ts';

/** The notification-group calls of an app. */
export type NotificationGroupCalls = Client<{ group: ReturnType<typeof notificationGroupRoutes> }>['group'];

export type WebhookCalls = Client<{ webhook: ReturnType<typeof notificationWebhookRoutes> }>['webhook'];

/** An app with the calls for its notification groups. */
export type NotificationSource = { app: AppManifest; notification: NotificationGroupCalls; webhook: WebhookCalls };

/** An app with the calls for all its groups. */
export type GroupSource = NotificationSource & { permission: PermissionGroupCalls };

export const groupKinds = ['permission', 'notification'] as const;
export type GroupKind = (typeof groupKinds)[number];

export const addressesOf = ({ app: { web } }: Pick<NotificationSource, 'app'>) => ({
  list: (kind: string) => `${web}/groups/list?kind=${kind}`,
  create: (kind: GroupKind) => `${web}/groups/create?kind=${kind}`,
  edit: (kind: GroupKind) => `${web}/groups/edit-${kind}/{id}`,
  addUser: `${web}/groups/add-user`,
  editUser: (id: number) => `${web}/groups/edit-user/${id}`,
});

const cached = new WeakMap<AppManifest, NotificationSource & { permission: PermissionGroupCalls | undefined }>();

/** The calls of the current page's app for notification groups. Returns the same object each time. */
export function useNotificationSource() {
  const app = usePageHandle()?.app;
  const { permissionGroup, notificationGroup, notificationWebhook } = app ? clientOf(app) : {};
  if (!app || !notificationGroup || !notificationWebhook)
    throw new Error(
      'A page of notification groups stands in an app that mounts notificationGroup and notificationWebhook',
    );
  const source = cached.get(app) ?? {
    app,
    permission: permissionGroup as unknown as PermissionGroupCalls | undefined,
    notification: notificationGroup as unknown as NotificationGroupCalls,
    webhook: notificationWebhook as unknown as WebhookCalls,
  };
  cached.set(app, source);
  return source;
}

/** The same with the calls for permission groups. */
export function useGroupSource(): GroupSource {
  const source = useNotificationSource();
  if (!source.permission) throw new Error('A page of permission groups stands in an app that mounts permissionGroup');
  return source as GroupSource;
}

import type { PermissionGroupCalls } from '#core/permissions/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf } from '#platform/web/client/client-of.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { notificationGroupRoutes, notificationWebhookRoutes } from '../../common/notification-group.ts';

/** The notification-group calls of an app. */
export type NotificationGroupCalls = Client<{ group: ReturnType<typeof notificationGroupRoutes> }>['group'];

export type WebhookCalls = Client<{ webhook: ReturnType<typeof notificationWebhookRoutes> }>['webhook'];

/** An app with the calls for its groups. */
export type GroupSource = {
  app: AppManifest;
  permission: PermissionGroupCalls;
  notification: NotificationGroupCalls;
  webhook: WebhookCalls;
};

export const groupKinds = ['permission', 'notification'] as const;
export type GroupKind = (typeof groupKinds)[number];

export const addressesOf = ({ app: { web } }: Pick<GroupSource, 'app'>) => ({
  list: (kind: string) => `${web}/groups/list?kind=${kind}`,
  create: (kind: GroupKind) => `${web}/groups/create?kind=${kind}`,
  edit: (kind: GroupKind) => `${web}/groups/edit-${kind}/{id}`,
  addUser: `${web}/groups/add-user`,
  editUser: (id: number) => `${web}/groups/edit-user/${id}`,
});

const cached = new WeakMap<AppManifest, GroupSource>();

/** The group calls of the current page's app. Returns the same object each time. */
export function useGroupSource(): GroupSource {
  const app = usePageHandle()?.app;
  const { permissionGroup, notificationGroup, notificationWebhook } = app ? clientOf(app) : {};
  if (!app || !permissionGroup || !notificationGroup || !notificationWebhook)
    throw new Error(
      'A page of groups stands in an app that mounts permissionGroup, notificationGroup and notificationWebhook',
    );
  const source = cached.get(app) ?? {
    app,
    permission: permissionGroup as unknown as PermissionGroupCalls,
    notification: notificationGroup as unknown as NotificationGroupCalls,
    webhook: notificationWebhook as unknown as WebhookCalls,
  };
  cached.set(app, source);
  return source;
}

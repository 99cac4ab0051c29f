import type { AccessRule } from '#platform/common/access.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { groupsOfApp } from './group-desk.ts';
import { groupPaths } from './group-paths.ts';

/** The pages of an app's permission groups and notification groups; the list is that of all apps. */
export function groupPages(app: string): Page[] {
  const texts = 'notifications';
  const permission = (action: string) => canDo(`${app}.permissions-group`, action);
  const notification = (action: string) => canDo(`${app}.notifications-group`, action);
  const either = (action: string): AccessRule => ({ or: [permission(action), notification(action)] });
  return [
    page(groupPaths.list, { access: either('read'), texts, savedFilter: groupsOfApp(app) }),
    page(groupPaths.create, { access: either('create'), texts }),
    page(groupPaths.editPermission, { access: permission('read'), texts }),
    page(groupPaths.editNotification, { access: notification('read'), texts }),
    page(groupPaths.addUser, { access: either('update'), texts }),
    page(groupPaths.editUser, { access: either('update'), texts }),
  ];
}

/** The pages of the notification groups of an app whose abilities need no permission groups, as those of the core. */
export function notificationGroupPages(app: string) {
  const access = canDo(`${app}.notifications-group`, 'read');
  return [page(groupPaths.list, { access }), page(groupPaths.editNotification, { access, texts: 'notifications' })];
}

import type { AccessRule } from '#platform/common/access.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { groupsOfApp } from './group-desk.ts';

/** The pages of an app's permission groups and notification groups; the list is that of all apps. */
export function groupPages(app: string): Page[] {
  const texts = 'notifications';
  const permission = (action: string) => canDo(`${app}.permissions-group`, action);
  const notification = (action: string) => canDo(`${app}.notifications-group`, action);
  const either = (action: string): AccessRule => ({ or: [permission(action), notification(action)] });
  return [
    page('groups/list', { access: either('read'), texts, savedFilter: groupsOfApp(app) }),
    page('groups/create', { access: either('create'), texts }),
    page('groups/edit-permission/{id}', { access: permission('read'), texts }),
    page('groups/edit-notification/{id}', { access: notification('read'), texts }),
    page('groups/add-user', { access: either('update'), texts }),
    page('groups/edit-user/{id}', { access: either('update'), texts }),
  ];
}

/** The pages of the notification groups of an app whose abilities need no permission groups, as those of the core. */
export function notificationGroupPages(app: string) {
  const access = canDo(`${app}.notifications-group`, 'read');
  return [page('groups/list', { access }), page('groups/edit-notification/{id}', { access, texts: 'notifications' })];
}

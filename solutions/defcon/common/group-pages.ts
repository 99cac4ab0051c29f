import { groupsOfApp } from '#core/notifications/common/group-desk.ts';
import { groupPaths } from '#core/notifications/common/group-paths.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { settingRoutes } from './settings/setting-routes.ts';

/** The groups of people who are notified have a page of their own, next to that of permissions. */
export const withKindOfGroups = (one: Page): Page =>
  one.usual === groupPaths.list ? { ...one, savedFilter: groupsOfApp('defcon', 'notification') } : one;

/** The page of rules and times, a tab next to the groups. */
export const rulesPath = 'groups/rules';

export const groupPages: Page[] = [
  page('groups/list/permissions', {
    access: canDo('defcon.permissions-group', 'read'),
    savedFilter: groupsOfApp('defcon', 'permission'),
  }),
  page(rulesPath, { sidebar: 'rulesAndTimes', order: 62, icon: 'adjustments', access: settingRoutes.get.access }),
];

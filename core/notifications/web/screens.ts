import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import { groupPaths } from '../common/group-paths.ts';

/** The components of the pages that `groupPages` declares. */
export const groupScreens: Record<string, PageLoader> = {
  [groupPaths.create]: () => import('./groups/CreateGroupPage.tsx'),
  [groupPaths.editPermission]: () => import('./groups/PermissionGroupPage.tsx'),
  [groupPaths.editNotification]: () => import('./groups/NotificationGroupPage.tsx'),
  [groupPaths.addUser]: () => import('./groups/AddGroupUserPage.tsx'),
  [groupPaths.editUser]: () => import('./groups/GroupUserPage.tsx'),
};

/** The components of the pages that `notificationGroupPages` declares. */
export const notificationGroupScreens = {
  [groupPaths.list]: () => import('./groups/NotificationGroupsPage.tsx'),
  [groupPaths.editNotification]: () => import('./groups/NotificationGroupPage.tsx'),
};

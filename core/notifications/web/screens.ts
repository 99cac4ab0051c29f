import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The components of the pages that `groupPages` declares. */
export const groupScreens: Record<string, PageLoader> = {
  'groups/create': () => import('./groups/CreateGroupPage.tsx'),
  'groups/edit-permission/{id}': () => import('./groups/PermissionGroupPage.tsx'),
  'groups/edit-notification/{id}': () => import('./groups/NotificationGroupPage.tsx'),
  'groups/add-user': () => import('./groups/AddGroupUserPage.tsx'),
  'groups/edit-user/{id}': () => import('./groups/GroupUserPage.tsx'),
};

/** The components of the pages that `notificationGroupPages` declares. */
export const notificationGroupScreens = {
  'groups/list': () => import('./groups/NotificationGroupsPage.tsx'),
  'groups/edit-notification/{id}': () => import('./groups/NotificationGroupPage.tsx'),
};

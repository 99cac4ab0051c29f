import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { notifications } from '../app.ts';

export const notificationsWeb = bindPages(
  notifications,
  { 'app-groups/list': () => import('./groups/GroupsPage.tsx') },
  { header: () => import('./bell/Bell.tsx') },
);

import { defineApp, page } from '#platform/common/define-app.ts';
import { groupsPath, notificationGroupDeskRoutes } from './common/group-desk.ts';
import { inAppMessageRoutes } from './common/in-app-message.ts';

/** Who is notified of alarms, when and how: notification groups, escalation, messages, webhooks and the bell. */
export const notifications = defineApp({
  kind: 'core',
  id: 'notifications',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'bell-ringing',
  needs: ['accounts', 'notices', 'permissions', 'places', 'devices', 'alarms', 'mail-plans'],
  routes: { deskGroup: notificationGroupDeskRoutes, message: inAppMessageRoutes },
  pages: [page(groupsPath, { access: 'signed-in', gathers: true, sidebar: 'daily', order: 4, icon: 'users-group' })],
});

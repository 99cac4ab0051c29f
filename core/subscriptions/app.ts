import { defineApp } from '#platform/common/define-app.ts';
import { tokenRoles, tokenRoutes } from './common/token.ts';
import { tokenTargetRoutes } from './common/token-target.ts';

/** The subscriptions of devices (tokens): stock, assignment, renewal, blocking and reminders. */
export const subscriptions = defineApp({
  kind: 'core',
  id: 'subscriptions',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'ticket',
  needs: ['accounts', 'notices', 'permissions', 'devices'],
  noticeKinds: ['token'],
  deviceLogKinds: ['token-assigned', 'token-moved', 'token-activated'],
  routes: { token: tokenRoutes, tokenTarget: tokenTargetRoutes },
  roles: tokenRoles,
  pages: [],
});

import { defineApp } from '#platform/common/define-app.ts';
import { reportRoutes } from './common/report.ts';
import { serviceLevelRoutes } from './common/service-level.ts';
import { messageRoutes, ticketRoutes } from './common/ticket.ts';

/** Tickets of customers, answered by their integrator or by the platform. Another app mounts the pages. */
export const support = defineApp({
  kind: 'core',
  id: 'support',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'headset',
  needs: ['countries', 'accounts', 'notices', 'permissions', 'devices'],
  noticeKinds: ['ticket'],
  routes: { ticket: ticketRoutes, message: messageRoutes, desk: serviceLevelRoutes, report: reportRoutes },
  search: [{ list: 'ticket.list', icon: 'headset' }],
  pages: [],
});

import { requestPages } from '#core/device-requests/common/pages.ts';
import { ticketPages, ticketsPath } from '#core/support/common/pages.ts';
import { defineApp, page } from '#platform/common/define-app.ts';

/** What an integrator and the platform do for customers, and how companies reach them. All calls are those of the core. */
export const management = defineApp({
  id: 'management',
  brand: 'Management',
  web: '/management',
  api: '/management',
  icon: 'headset',
  needs: ['accounts', 'permissions', 'devices', 'market', 'orders', 'support', 'device-requests'],
  everyCompany: true,
  routes: {},
  pages: [
    page('', { redirects: [ticketsPath] }),
    page('support', { redirects: [ticketsPath] }),
    page('support/chat', { redirects: [ticketsPath] }),
    ...ticketPages(),
    ...requestPages(),
  ],
});

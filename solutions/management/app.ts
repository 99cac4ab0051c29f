import { allTokensPath } from '#core/devices/common/token-pages.ts';
import { ticketPages, ticketsPath } from '#core/support/common/pages.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';

/** Those who serve companies: integrators, and the platform. */
const servers: AccessRule = {
  ...canDo('product.token', 'read'),
  or: [{ companyTypes: ['Integrator'] }, { adminTypes: ['Super Admin'] }],
};

/** What an integrator and the platform do for customers, and how companies reach them. All calls are those of the core. */
export const management = defineApp({
  id: 'management',
  brand: 'Management',
  web: '/management',
  api: '/management',
  icon: 'headset',
  needs: ['accounts', 'permissions', 'devices', 'device-app', 'support'],
  everyCompany: true,
  routes: {},
  pages: [
    page('', { redirects: [ticketsPath] }),
    page('support', { redirects: [ticketsPath] }),
    page('support/chat', { redirects: [ticketsPath] }),
    page('tokens', { redirects: [allTokensPath] }),
    page(allTokensPath, { sidebar: 'tokens', order: 40, icon: 'certificate', access: servers }),
    ...ticketPages(),
  ],
});

import { mayCreateSome } from '#core/accounts/common/company-kinds.ts';
import { requestPages, requestsPath } from '#core/device-requests/common/pages.ts';
import { allTokensPath } from '#core/subscriptions/common/token-pages.ts';
import { ticketPages, ticketsPath } from '#core/support/common/pages.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { customerAccess, customerRoutes, providers } from './common/customer.ts';

/** The companies that serve others: integrators, and the platform. */
const servers: AccessRule = {
  ...canDo('product.token', 'read'),
  or: [{ companyTypes: ['Integrator'] }, { adminTypes: ['Super Admin'] }],
};

const served: AccessRule = { ...customerAccess, ...providers };
const stock: AccessRule = { ...canDo('product.stock', 'read'), ...providers };

/** What an integrator and the platform do for customers, and how companies reach them. Most calls are those of the core. */
export const management = defineApp({
  id: 'management',
  brand: 'Management',
  web: '/management',
  api: '/management',
  icon: 'headset',
  needs: [
    'accounts',
    'permissions',
    'devices',
    'subscriptions',
    'inventory',
    'alarms',
    'device-app',
    'market',
    'orders',
    'support',
    'device-requests',
  ],
  everyCompany: true,
  routes: { customer: customerRoutes },
  pages: [
    page('', { redirects: ['si/dashboard', ticketsPath] }),
    page('si', { redirects: ['si/dashboard'] }),
    page('si/dashboard', { sidebar: 'dashboard', order: 1, icon: 'layout-dashboard', access: served }),
    page('customers', { redirects: ['customers/list/all'] }),
    page('customers/list', { redirects: ['customers/list/all'] }),
    page('customers/list/{type}', { access: served }),
    page('customers/list/all', {
      sidebar: 'customers',
      section: 'organization',
      order: 5,
      icon: 'users',
      access: served,
      quick: { name: 'customers', icon: 'users' },
    }),
    page('customers/details/{id}', { access: served }),
    page('customers/create', { access: mayCreateSome(companyTypes) }),
    page('support', { redirects: [ticketsPath] }),
    page('support/chat', { redirects: [ticketsPath] }),
    page('tokens', { redirects: [allTokensPath] }),
    page(allTokensPath, { sidebar: 'tokens', order: 40, icon: 'certificate', access: servers }),
    ...ticketPages(),
    ...requestPages(),
    page('devices/store', {
      sidebar: 'store',
      order: 20,
      icon: 'building-store',
      access: stock,
      quick: { name: 'device-store', icon: 'building-store' },
    }),
    page('devices/store/{app}', { access: stock }),
    page('devices/{appName}/{hardwareId}/{deviceId}', { access: served }),
    page('devices', { redirects: ['devices/store', requestsPath] }),
  ],
});

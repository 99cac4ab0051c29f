import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { packageRoles, packageRoutes } from './common/package.ts';

/** Packages that merchants sell as codes outside of the market. */
export const packages = defineApp({
  kind: 'core',
  id: 'packages',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'ticket',
  needs: ['countries', 'accounts', 'permissions', 'devices', 'subscriptions', 'market'],
  routes: { package: packageRoutes },
  roles: packageRoles,
  pages: [
    page('packages/external-orders', {
      access: canDo('package.package', 'read'),
      sidebar: 'codes',
      section: 'market',
      order: 96,
      icon: 'ticket',
    }),
    page('packages/add', { access: canDo('package.package', 'read') }),
    page('packages/add/{code}/{appName}', { access: canDo('package.package', 'redeem') }),
  ],
});

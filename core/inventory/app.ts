import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { deviceOwnerRoutes, ownerRoles } from './common/owner.ts';
import { claimRoutes, provisioningRoles, provisioningRoutes } from './common/provisioning.ts';
import { stockRoutes } from './common/stock.ts';

/** How devices come into the inventory of a company and leave it: stock, provisioning, claims and changes of the owner. */
export const inventory = defineApp({
  kind: 'core',
  id: 'inventory',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'package',
  needs: ['accounts', 'notices', 'permissions', 'places', 'devices', 'commands', 'subscriptions'],
  noticeKinds: ['delivery'],
  deviceLogKinds: ['deployed', 'provisioned'],
  routes: { deviceOwner: deviceOwnerRoutes, stock: stockRoutes, provisioning: provisioningRoutes, claim: claimRoutes },
  roles: { ...ownerRoles, ...provisioningRoles },
  pages: [
    page('devices/onboarding', {
      sidebar: 'settings',
      offered: administrators,
      order: 26,
      icon: 'id-badge-2',
      access: canDo('product.provisioning-key', 'read'),
    }),
  ],
});

import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { deviceDeskRoutes } from './common/device-desk.ts';
import { claimRoutes, provisioningRoles, provisioningRoutes } from './common/inventory/provisioning.ts';
import { stockRoutes } from './common/inventory/stock.ts';
import { loraGateway, loraGatewayRoutes } from './common/lora-gateway.ts';
import { metaRoutes } from './common/meta.ts';
import { quantities } from './common/models/quantities.ts';
import { deviceOwnerRoutes, tokenRoles, tokenRoutes } from './common/subscriptions/token.ts';
import { tokenTargetRoutes } from './common/subscriptions/token-target.ts';

/** Hardware models, devices, their latest values, tokens, credentials and commands, for every app. */
export const devices = defineApp({
  kind: 'core',
  id: 'devices',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'device-analytics',
  needs: ['accounts', 'notices', 'permissions', 'places'],
  routes: {
    meta: metaRoutes,
    deskDevice: deviceDeskRoutes,
    loraGateway: loraGatewayRoutes,
    token: tokenRoutes,
    tokenTarget: tokenTargetRoutes,
    deviceOwner: deviceOwnerRoutes,
    stock: stockRoutes,
    provisioning: provisioningRoutes,
    claim: claimRoutes,
  },
  roles: { ...tokenRoles, ...provisioningRoles },
  search: [{ list: 'loraGateway.list', icon: 'router' }],
  pages: [
    page('devices/onboarding', {
      sidebar: 'settings',
      offered: administrators,
      order: 26,
      icon: 'id-badge-2',
      access: canDo('product.provisioning-key', 'read'),
    }),
    page('users/gateways', {
      sidebar: 'settings',
      offered: administrators,
      order: 23,
      icon: 'router',
      access: loraGateway.can('read'),
    }),
  ],
  sensorTypes: quantities,
});

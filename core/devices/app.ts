import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { loraGateway, loraGatewayRoutes } from './common/lora-gateway.ts';
import { metaRoutes } from './common/meta.ts';
import { quantities } from './common/quantities.ts';
import { deviceOwnerRoutes, tokenRoles, tokenRoutes } from './common/token.ts';

/** Hardware models, devices, their latest values, tokens, credentials and commands, for every app. */
export const devices = defineApp({
  kind: 'core',
  id: 'devices',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'device-analytics',
  needs: ['accounts', 'permissions', 'places'],
  routes: { meta: metaRoutes, loraGateway: loraGatewayRoutes, token: tokenRoutes, deviceOwner: deviceOwnerRoutes },
  roles: tokenRoles,
  search: [{ list: 'loraGateway.list', icon: 'device-analytics' }],
  pages: [
    page('users/gateways', {
      sidebar: 'settings',
      offered: administrators,
      order: 23,
      icon: 'device-analytics',
      access: loraGateway.can('read'),
    }),
  ],
  sensorTypes: quantities,
});

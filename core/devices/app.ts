import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { connections } from './common/connection.ts';
import { deviceDeskRoutes } from './common/device-desk.ts';
import { loraGateway, loraGatewayRoutes } from './common/lora-gateway.ts';
import { metaRoutes } from './common/meta.ts';
import './common/manifest.ts';
import { quantities } from './common/models/quantities.ts';

/** Hardware models, devices, their latest values, credentials and commands, for every app. */
export const devices = defineApp({
  kind: 'core',
  id: 'devices',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'device-analytics',
  needs: ['accounts', 'notices', 'permissions', 'places'],
  deviceLogKinds: [
    'added',
    'installed',
    'imported',
    'moved',
    'returned',
    'removed',
    'renamed',
    'credential-renewed',
    'suspended',
    'resumed',
    'supervised',
    'path-lost',
    'path-restored',
    'transferred',
    'received',
    ...connections,
  ],
  routes: {
    meta: metaRoutes,
    deskDevice: deviceDeskRoutes,
    loraGateway: loraGatewayRoutes,
  },
  search: [{ list: 'loraGateway.list', icon: 'router' }],
  pages: [
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

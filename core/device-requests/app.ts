import { defineApp } from '#platform/common/define-app.ts';
import { deviceRequestRoutes } from './common/device-request.ts';

/** Requests of customers for devices, which their integrator allocates from its stock. Another app mounts the pages. */
export const deviceRequests = defineApp({
  kind: 'core',
  id: 'device-requests',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'clipboard-list',
  needs: [
    'countries',
    'accounts',
    'permissions',
    'places',
    'devices',
    'subscriptions',
    'inventory',
    'market',
    'orders',
    'support',
  ],
  routes: { deviceRequest: deviceRequestRoutes },
  pages: [],
});

import { defineApp } from '#platform/common/define-app.ts';
import { orderRoutes } from './common/order.ts';

/** Orders of companies: submission, and from there on what becomes of them. */
export const orders = defineApp({
  kind: 'core',
  id: 'orders',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'package',
  needs: ['countries', 'accounts', 'permissions', 'market'],
  routes: { order: orderRoutes },
  roles: {
    'order.create': 'Super Admin',
    'order.update': 'Super Admin',
    'order.read-all': 'Financial Admin',
  },
  pages: [],
});

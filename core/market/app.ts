import { defineApp } from '#platform/common/define-app.ts';
import { addressRoutes } from './common/address.ts';
import './common/manifest.ts';
import { coreMarket } from './common/core-products.ts';
import { pluginRoutes, productRoutes, solutionRoutes } from './common/product.ts';
import { quoteRoutes } from './common/quote.ts';

/** The catalogue of what the installation sells, its prices, discounts, and the cart. */
export const market = defineApp({
  kind: 'core',
  id: 'market',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'shopping-cart',
  needs: ['countries', 'accounts', 'permissions', 'devices'],
  routes: {
    product: productRoutes,
    plugin: pluginRoutes,
    solution: solutionRoutes,
    quote: quoteRoutes,
    address: addressRoutes,
  },
  market: coreMarket,
  roles: {
    'product.create': 'Super Admin',
    'product.customize': 'Super Admin',
    'address.create': 'Admin',
    'address.update': 'Admin',
    'address.delete': 'Admin',
  },
  pages: [],
});

import type { AccessRule } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { openAddress } from '#platform/common/open-address.ts';
import { buyerAddressRoutes } from './common/address.ts';
import './common/manifest.ts';
import { coreMarket } from './common/core-products.ts';
import { discountRoutes } from './common/discount.ts';
import { pluginRoutes, productRoutes, solutionRoutes } from './common/product.ts';
import { quoteRoutes } from './common/quote.ts';
import { quoteRequestRoutes } from './common/quote-request.ts';
import { sellerRoutes } from './common/seller.ts';

/** Clients of an integrator buy from the integrator, and integrators from their own store. */
const buyers: AccessRule = { notCompanyTypes: ['Integrator'], notClientOf: ['Integrator'] };
const served: AccessRule = { clientOf: ['Integrator'] };
/** Integrators are redirected to their device store, and their clients to the market without a cart. */
const shown = {
  access: buyers,
  global: true,
  elsewhere: [openAddress('device-store'), '/core/market/catalogue', '/core/users/profile/{me}'],
} as const;

/** The catalogue of what the installation sells, its prices, discounts, and the cart. */
export const market = defineApp({
  kind: 'core',
  id: 'market',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'shopping-cart',
  needs: ['countries', 'accounts', 'notices', 'permissions', 'devices', 'subscriptions', 'inventory'],
  noticeKinds: ['order'],
  routes: {
    product: productRoutes,
    plugin: pluginRoutes,
    solution: solutionRoutes,
    quote: quoteRoutes,
    quoteRequest: quoteRequestRoutes,
    address: buyerAddressRoutes,
    seller: sellerRoutes,
    discount: discountRoutes,
  },
  market: coreMarket,
  roles: {
    'product.create': 'Super Admin',
    'product.customize': 'Super Admin',
    'quote.read': 'Super Admin',
    'quote.update': 'Super Admin',
    'voucher.read': 'Financial Admin',
    'voucher.create': 'Super Admin',
    'voucher.update': 'Super Admin',
    'rate.create': 'Super Admin',
    'terms.read': 'Financial Admin',
    'terms.create': 'Financial Admin',
    'address.create': 'Admin',
    'address.update': 'Admin',
    'address.delete': 'Admin',
  },
  pages: [
    page('market/main', {
      ...shown,
      quiet: true,
      sidebar: 'shop',
      section: 'market',
      order: 90,
      icon: 'shopping-cart',
    }),
    page('market/main/{appName}', { ...shown, quiet: true }),
    page('market/catalogue', { access: served }),
    page('market/catalogue/{appName}', { access: served }),
    page('market/discounts-code', {
      access: { adminTypes: ['Super Admin', 'Financial Admin'] },
      elsewhere: ['/core'],
      sidebar: 'discounts',
      section: 'market',
      order: 95,
      icon: 'discount',
    }),
    page('market/cart', { ...shown, sidebar: 'shop', section: 'market', order: 91 }),
  ],
});

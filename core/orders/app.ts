import { printPages } from '#core/print/common/pages.ts';
import { verificationPage } from '#core/print/common/verification.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { invoiceRoutes, verifyInvoicePath } from './common/bill.ts';
import { deploymentRoutes } from './common/deployment.ts';
import { intentionRoutes } from './common/intention.ts';
import { orderRoutes } from './common/order.ts';
import { paymentRoutes } from './common/payment.ts';
import { refundRoutes } from './common/refund.ts';
import { sandboxRoutes } from './common/sandbox.ts';
import { shippingRoutes } from './common/shipping.ts';

const finance = { adminTypes: ['Super Admin', 'Financial Admin'] } as const;
const sellers = { access: { adminTypes: ['Super Admin'] }, elsewhere: ['/core'] } as const;

/** Clients of an integrator order from the integrator. */
const buyers: AccessRule = { ...canDo('order.order', 'read'), needsCompany: true, notClientOf: ['Integrator'] };

/** Orders of companies, from submission to completion. */
export const orders = defineApp({
  kind: 'core',
  id: 'orders',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'package',
  deviceLogKinds: ['ordered', 'paid'],
  needs: [
    'countries',
    'accounts',
    'notices',
    'permissions',
    'devices',
    'subscriptions',
    'inventory',
    'market',
    'print',
    'support',
  ],
  noticeKinds: ['payment', 'bill'],
  routes: {
    order: orderRoutes,
    intention: intentionRoutes,
    deployment: deploymentRoutes,
    shipping: shippingRoutes,
    payment: paymentRoutes,
    refund: refundRoutes,
    bill: invoiceRoutes,
    sandbox: sandboxRoutes,
  },
  roles: {
    'order.create': 'Super Admin',
    'order.update': 'Super Admin',
    'order.deploy': 'Super Admin',
    'order.shipping': 'Super Admin',
    'payment.pay': 'Admin',
    'payment.update': 'Financial Admin',
    'order.read-all': 'Financial Admin',
  },
  pages: [
    ...printPages('invoice', 'device-labels'),
    page('orders/list', {
      ...sellers,
      sidebar: 'orders',
      section: 'market',
      order: 93,
      icon: 'package',
      covers: ['orders'],
    }),
    page('orders/{orderId}/{customerId}', sellers),
    page('market/checkout', sellers),
    page('market/my-orders', { access: buyers, sidebar: 'my-orders', section: 'market', order: 92, icon: 'receipt' }),
    page('market/my-orders/{orderId}', { access: buyers }),
    page('market/my-orders/{orderId}/bank', { access: canDo('order.payment', 'pay'), layout: 'plain' }),
    verificationPage(verifyInvoicePath),
    page('market/payments', {
      access: finance,
      elsewhere: ['/core'],
      sidebar: 'payments',
      section: 'market',
      order: 94,
      icon: 'cash',
    }),
  ],
});

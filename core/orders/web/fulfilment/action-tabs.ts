import type { NextActionName } from '../../common/order.ts';

/** The tabs of the page of an order. */
export const orderTabs = ['lines', 'payment', 'shipping', 'deploy', 'bills', 'timeline'] as const;
export type OrderTab = (typeof orderTabs)[number];

const tabs: Partial<Record<NextActionName, OrderTab>> = {
  'confirm-payment': 'payment',
  'reject-payment': 'payment',
  refund: 'payment',
  confirm: 'lines',
  cancel: 'lines',
  ship: 'shipping',
  deliver: 'shipping',
  'edit-address': 'shipping',
  deploy: 'deploy',
  'retry-deploy': 'deploy',
  'replace-unit': 'deploy',
};

/** The tab on which the seller takes an action. */
export const orderTab = (action: NextActionName): OrderTab | undefined => tabs[action];

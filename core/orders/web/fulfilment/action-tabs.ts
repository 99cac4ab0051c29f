import type { NextActionName } from '../../common/order.ts';

/** The tabs of the page of an order. */
export const orderTabs = ['lines', 'shipping', 'deploy', 'timeline'] as const;
export type OrderTab = (typeof orderTabs)[number];

const tabs: Partial<Record<NextActionName, OrderTab>> = {
  confirm: 'lines',
  cancel: 'lines',
  ship: 'shipping',
  deliver: 'shipping',
  deploy: 'deploy',
  'retry-deploy': 'deploy',
  'replace-unit': 'deploy',
};

/** The tab on which the seller takes an action. */
export const tabOf = (action: NextActionName): OrderTab | undefined => tabs[action];

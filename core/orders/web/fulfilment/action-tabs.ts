import type { NextActionName } from '../../common/order.ts';

/** The tabs of the page of an order. */
export const orderTabs = ['lines', 'timeline'] as const;
export type OrderTab = (typeof orderTabs)[number];

const tabs: Partial<Record<NextActionName, OrderTab>> = { confirm: 'lines', cancel: 'lines' };

/** The tab on which the seller takes an action. */
export const tabOf = (action: NextActionName): OrderTab | undefined => tabs[action];

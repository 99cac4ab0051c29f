import type { OrderDetail } from '../../common/order.ts';
import { api } from '../api.ts';

/** The queries that the reply of an action on an order updates at once. */
export const shownOrder =
  ({ id, companyId }: OrderDetail) =>
  () => ({
    detail: api.order.get.key({ params: { companyId, id } }),
    lists: [api.order.all.keyPrefix],
  });

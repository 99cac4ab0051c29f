import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { orderDetail } from './order.ts';
import { shippingBody } from './parcel.ts';

export const shippingRoutes = {
  /** Changes the address, sends a parcel, or records that a parcel has arrived or come back. */
  change: route.patch('/order/{id}/shipping', {
    access: canDo('order.order', 'shipping'),
    body: shippingBody,
    reply: orderDetail,
    idempotent: true,
  }),
};

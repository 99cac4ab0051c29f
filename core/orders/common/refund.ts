import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';

export const refundStates = ['requested', 'succeeded', 'failed'] as const;

/** Money that is returned to the buyer. Amounts in US dollars. */
export const refundRow = z.object({
  id: z.number(),
  paymentId: z.number(),
  orderId: z.number(),
  order: z.string(),
  company: z.object({ id: z.number(), name: z.string() }),
  provider: z.string(),
  amount: z.number(),
  /** The text of a person, or `surplus` or `order-cancelled` by the server: texts under `refundReasons`. */
  reason: z.string(),
  state: z.enum(refundStates),
  /** Of the transfer that returns the money. */
  reference: z.string().nullable(),
  valueDate: z.string().nullable(),
  createdAt: instant(),
  finishedAt: instant().nullable(),
});
export type RefundRow = z.infer<typeof refundRow>;

export const refundList = {
  filter: ['state', 'companyId', 'createdAt'],
  sort: ['id', 'createdAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

export const refundRoutes = {
  list: route.list('/payment/refund', {
    access: { ...canDo('order.payment', 'update'), adminTypes: ['Super Admin', 'Financial Admin'] },
    reply: refundRow,
    list: refundList,
  }),
};

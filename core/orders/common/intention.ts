import { z } from 'zod';
import { maxCartEntries, maxCartLines } from '#core/market/common/cart.ts';
import { maxTargetDevices } from '#core/market/common/order-payload.ts';
import { productKinds } from '#core/market/common/product-kinds.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { lifecycleOf } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant } from '#platform/common/validation/validation.ts';
import { paymentMethods } from './order.ts';

export const intentionStates = ['open', 'checked-out', 'declined', 'withdrawn'] as const;

/** `seller` is the Super Admin, `sender` the person who sent the request. */
export const intentionLifecycle = lifecycleOf(intentionStates, ['seller', 'sender'])({
  table: 'order_intention',
  column: 'state',
  steps: {
    'check-out': { from: ['open'], to: 'checked-out', by: ['seller'] },
    decline: { from: ['open'], to: 'declined', by: ['seller'] },
    withdraw: { from: ['open'], to: 'withdrawn', by: ['sender'] },
  },
});

const qty = () => z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(9999, 'outOfRange').default(1);
/** An entry of a cart as sent. */
const requestedEntry = z.strictObject({
  app: z.string('Required').min(1, 'Required').max(40, 'tooLong'),
  solutionId: id().nullable(),
  type: z.string('Required').min(1, 'Required').max(40, 'tooLong'),
  details: z.strictObject({
    hardwareId: id().nullable(),
    packageId: id().nullable(),
    deviceIds: z.array(id()).max(maxTargetDevices, 'tooLong').optional(),
  }),
  subOrders: z
    .array(
      z.strictObject({
        hardwareId: id().nullable(),
        qty: qty(),
        items: z
          .array(z.strictObject({ id: id(), type: z.enum(productKinds, 'invalid'), qty: qty() }))
          .max(100, 'tooLong'),
      }),
    )
    .min(1, 'Required')
    .max(maxCartLines, 'tooManyLines'),
});

/** A company's request to the seller to place an order: its cart, and its preferred way to pay. */
const orderRequest = z.strictObject({
  orders: z.array(requestedEntry).min(1, 'Required').max(maxCartEntries, 'tooManyLines'),
  voucher: z.string().trim().max(32, 'tooLong').nullable().default(null),
  addressId: id().nullable().default(null),
  method: z.enum(paymentMethods, 'invalid').nullable().default(null),
  note: z.string().trim().max(500, 'tooLong').default(''),
});

const person = z.object({ id: z.number(), name: z.string() });
const intention = z.object({
  id: z.number(),
  uuid: z.string(),
  companyId: z.number(),
  company: person,
  sender: person.nullable(),
  state: z.enum(intentionStates),
  /** Its price when it was sent, in US dollars. */
  total: z.number(),
  method: z.enum(paymentMethods).nullable(),
  note: z.string(),
  /** Why it was declined. */
  reason: z.string().nullable(),
  /** The order that it became. */
  order: z.object({ id: z.number(), number: z.string() }).nullable(),
  createdAt: instant(),
  /** The actions of the caller. */
  allowed: z.array(z.enum(['check-out', 'decline', 'withdraw'])),
});
export type Intention = z.infer<typeof intention>;

export const intentionList = {
  filter: ['state', 'companyId', 'createdAt'],
  sort: ['id', 'createdAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

const read = canDo('market.intention', 'read');
const byUuid = z.object({ uuid: z.uuid('invalid') });
export const intentionRoutes = {
  /** Sends a cart as an order request. Refuses with 400 `order-has-problems` as `validate` does. */
  create: route.post('/company/{companyId}/order/ordering-intention', {
    access: canDo('market.intention', 'create'),
    body: orderRequest,
    reply: intention,
    idempotent: 'required',
    limitPerMinute: 60,
  }),
  list: route.list('/order/intention', { access: read, reply: intention, list: intentionList }),
  get: route.get('/order/intention/{uuid}', {
    access: read,
    params: byUuid,
    reply: intention.extend({
      cart: z.array(requestedEntry),
      voucher: z.string().nullable(),
      addressId: z.number().nullable(),
    }),
  }),
  change: route.patch('/order/intention/{uuid}', {
    access: canDo('market.intention', 'update'),
    params: byUuid,
    body: z.strictObject({
      action: z.enum(['decline', 'withdraw'], 'Required'),
      reason: z.string().trim().max(300, 'tooLong').default(''),
    }),
    reply: intention,
  }),
};

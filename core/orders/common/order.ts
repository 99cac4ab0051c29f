import { z } from 'zod';
import { priced } from '#core/market/common/order-payload.ts';
import { quoteLine } from '#core/market/common/quote.ts';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { lifecycleOf, recordStep } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant } from '#platform/common/validation/validation.ts';
import { billRow } from './bill.ts';
import { deployUnit } from './deployment.ts';
import { parcel } from './parcel.ts';
import { paymentRow } from './payment.ts';
import { refundRow } from './refund.ts';

export const orderStatuses = ['submitted', 'confirmed', 'deployed', 'completed', 'cancelled'] as const;
export const paymentStatuses = ['unpaid', 'pending', 'paid', 'failed', 'refunded'] as const;
export const fulfilments = ['none', 'partially-shipped', 'shipped', 'delivered'] as const;
export const paymentMethods = ['card', 'card-link', 'transfer', 'purchase-order'] as const;

/** `seller` is the Super Admin. */
export const orderLifecycle = lifecycleOf(orderStatuses, ['seller', 'system'])({
  table: 'orders',
  column: 'status',
  steps: {
    confirm: { from: ['submitted'], to: 'confirmed', by: ['seller', 'system'] },
    deploy: { from: ['confirmed'], to: 'deployed', by: ['system'] },
    complete: { from: ['deployed'], to: 'completed', by: ['system'] },
    cancel: { from: ['submitted', 'confirmed'], to: 'cancelled', by: ['seller', 'system'] },
  },
});

/** The next steps of an order, the most urgent first. */
export const nextActionNames = [
  'confirm-payment',
  'reject-payment',
  'confirm',
  'ship',
  'deploy',
  'retry-deploy',
  'deliver',
  'pay',
  'choose-method',
  'upload-proof',
  'edit-address',
  'replace-unit',
  'refund',
  'cancel',
  'bill',
  'reorder',
  'ticket',
] as const;
export type NextActionName = (typeof nextActionNames)[number];
const nextAction = z.object({
  action: z.enum(nextActionNames),
  by: z.enum(['Super Admin', 'Financial Admin', 'buyer']),
  enabled: z.boolean(),
  /** Why it cannot be taken now: a text under `why`. */
  why: z.string().nullable(),
});
export type NextAction = z.infer<typeof nextAction>;

/** The remaining work of an order. */
const openWork = z.object({
  /** Pieces that are to be sent or were sent, without refunded ones, and those among them in no parcel. */
  toShip: z.number(),
  unshipped: z.number(),
  /** Parcels that have neither arrived nor come back. */
  parcelsUnderWay: z.number(),
  pendingUnits: z.number(),
  errorUnits: z.number(),
  doneUnits: z.number(),
  /** In US dollars. */
  refundable: z.number(),
});

/** An order in lists. Amounts in US dollars. */
export const orderRow = z.object({
  id: z.number(),
  uuid: z.string(),
  number: z.string(),
  companyId: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  fulfilment: z.enum(fulfilments),
  method: z.enum(paymentMethods).nullable(),
  requiresShipping: z.boolean(),
  subtotal: z.number(),
  discount: z.number(),
  shipping: z.number(),
  tax: z.number(),
  total: z.number(),
  currency: z.literal(shopCurrency),
  voucher: z.string().nullable(),
  poNumber: z.string().nullable(),
  createdAt: instant(),
  version: z.number(),
  work: openWork,
  nextActions: z.array(nextAction),
});
export type OrderRow = z.infer<typeof orderRow>;

const orderLine = quoteLine.omit({ priceSource: true }).extend({
  id: z.number(),
  hardwareId: z.number().nullable(),
  shippedQty: z.number(),
  deployedQty: z.number(),
  /** Refunded pieces; they are no longer sent or created. */
  refundedQty: z.number(),
});
export type OrderLine = z.infer<typeof orderLine>;

export const orderDetail = orderRow.extend({
  lines: z.array(orderLine),
  units: z.array(deployUnit),
  parcels: z.array(parcel),
  address: z.record(z.string(), z.json()).nullable(),
  billing: z.record(z.string(), z.json()),
  note: z.string(),
  cancelReason: z.string().nullable(),
  steps: z.array(recordStep),
});
export type OrderDetail = z.infer<typeof orderDetail>;

/** An order with its money. */
export const orderWithMoney = orderDetail.extend({
  payments: z.array(paymentRow),
  refunds: z.array(refundRow),
  bills: z.array(billRow),
});
export type OrderWithMoney = z.infer<typeof orderWithMoney>;

export const orderList = {
  search: ['number'],
  filter: ['status', 'paymentStatus', 'fulfilment', 'method', 'app', 'companyId', 'createdAt', 'total'],
  valuesOnly: ['app'],
  sort: ['id', 'createdAt', 'total'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

/** A submission: what `validate` has priced, and its hash. */
export const submission = priced.extend({
  hash: z.string('Required').regex(/^[0-9a-f]{64}$/, 'invalid'),
  /**
   * The net amounts that the buyer has seen; they show what has changed if the quote of the hash is no longer
   * remembered.
   */
  seen: z
    .array(z.strictObject({ path: z.string().max(20), net: z.number() }))
    .max(200, 'tooManyLines')
    .default([]),
  addressId: id().nullable().default(null),
  method: z.enum(paymentMethods).nullable().default(null),
  voucher: z.string().trim().max(32, 'tooLong').nullable().default(null),
  poNumber: z.string().trim().max(40, 'tooLong').nullable().default(null),
  note: z.string().trim().max(500, 'tooLong').default(''),
  /** The order request that it checks out. */
  intention: z.uuid('invalid').nullable().default(null),
});
export type Submission = z.infer<typeof submission>;

/** The next actions by which the seller finds orders. */
export const queues = [
  'confirm',
  'ship',
  'deploy',
  'retry-deploy',
  'deliver',
] as const satisfies readonly NextActionName[];
export type Queue = (typeof queues)[number];

const read = canDo('order.order', 'read');
const list = { reply: orderRow, list: orderList };
export const orderRoutes = {
  submit: route.post('/company/{companyId}/order', {
    access: canDo('order.order', 'create'),
    body: submission,
    reply: orderRow,
    idempotent: 'required',
    limitPerMinute: 600,
  }),
  ofCompany: route.list('/company/{companyId}/order', { access: read, ...list }),
  ofCompanies: route.list('/company/order', { access: read, ...list }),
  all: route.list('/order', {
    access: { ...canDo('order.order', 'read-all'), adminTypes: ['Super Admin', 'Financial Admin'] },
    ...list,
    query: z.object({ nextAction: z.enum(queues, 'invalid').optional() }),
  }),
  get: route.get('/company/{companyId}/order/{id}', { access: read, reply: orderWithMoney }),
  change: route.patch('/order/{id}', {
    access: canDo('order.order', 'update'),
    body: z.strictObject({
      action: z.enum(['confirm', 'cancel'], 'Required'),
      reason: z.string().trim().max(300, 'tooLong').default(''),
      version: z.number('Required').int(),
    }),
    reply: orderDetail,
    ownTransactions: true,
  }),
};

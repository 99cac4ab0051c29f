import { z } from 'zod';
import { dollars } from '#core/market/common/product-kinds.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { lifecycleOf } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { anyFile, megabyte, type Upload } from '#platform/common/upload.ts';
import { day, id, instant } from '#platform/common/validation/validation.ts';
import { refundRow } from './refund.ts';

export const attemptStates = ['created', 'pending', 'succeeded', 'failed', 'cancelled', 'surplus'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Payments only move forward. */
export const attemptLifecycle = lifecycleOf(attemptStates, ['system'])({
  table: 'payment',
  column: 'state',
  steps: {
    wait: { from: ['created', 'failed'], to: 'pending', by: ['system'] },
    succeed: { from: ['created', 'pending', 'failed'], to: 'succeeded', by: ['system'] },
    fail: { from: ['created', 'pending'], to: 'failed', by: ['system'] },
    cancel: { from: ['created', 'pending', 'failed'], to: 'cancelled', by: ['system'] },
    /** The money arrived although another attempt has paid, or the order was cancelled. */
    exceed: { from: ['created', 'pending', 'failed', 'cancelled'], to: 'surplus', by: ['system'] },
  },
});

/** How a transfer reaches the seller. The amount in US dollars. */
const instructions = z.object({
  recipient: z.string(),
  bank: z.string(),
  iban: z.string(),
  swift: z.string(),
  reference: z.string(),
  amount: z.number(),
});

const attempt = z.object({
  attemptId: z.uuid(),
  orderId: z.number(),
  state: z.enum(attemptStates),
  provider: z.string(),
  /** In US dollars. */
  amount: z.number(),
  /** Why it failed: a text under `failure`. */
  failure: z.string().nullable(),
  /** The data for the card form of the provider; null once nothing is left to enter. */
  clientSecret: z.string().nullable(),
  reference: z.string().nullable(),
  /** For a transfer. */
  instructions: instructions.nullable(),
});
export type Attempt = z.infer<typeof attempt>;

const methodId = z.enum(['card', 'card-link', 'transfer', 'purchase-order'], 'invalid');
/** Whether a person confirms the money. */
export const isOffline = (method: string | null | undefined): method is 'transfer' | 'purchase-order' =>
  method === 'transfer' || method === 'purchase-order';
const method = z.object({
  id: methodId,
  provider: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  /** Why it cannot be chosen: a text under `why`. */
  why: z.enum(['no-cards', 'no-bank-account', 'no-credit', 'bill-overdue']).nullable(),
});
export type MethodOffer = z.infer<typeof method>;

const named = z.object({ id: z.number(), name: z.string() });

/** A payment in lists. Amounts in US dollars. */
export const paymentRow = z.object({
  id: z.number(),
  attemptId: z.string(),
  orderId: z.number(),
  order: z.string(),
  company: named,
  method: z.string(),
  provider: z.string(),
  amount: z.number(),
  state: z.enum(attemptStates),
  failure: z.string().nullable(),
  /** The amount that the provider has reported, if it differs. */
  mismatch: z.number().nullable(),
  refunded: z.number(),
  poNumber: z.string().nullable(),
  hasProof: z.boolean(),
  approvedBy: named.nullable(),
  confirmedBy: named.nullable(),
  valueDate: z.string().nullable(),
  reference: z.string().nullable(),
  createdAt: instant(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const paymentQueues = ['to-confirm', 'unsettled', 'mismatches'] as const;
export const paymentList = {
  filter: ['state', 'method', 'companyId', 'createdAt', 'amount'],
  sort: ['id', 'createdAt', 'amount'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

export const paymentActions = ['approve', 'confirm', 'reject', 'refund'] as const;
export const largestAmount = 99_999_999.99;
const shortText = (max: number) => z.string().trim().max(max, 'tooLong');
/** A decision of the platform's finance about a payment. Amounts in US dollars. */
const decision = z.strictObject({
  action: z.enum(paymentActions, 'Required'),
  paymentId: id(),
  /** Books the transfer of a refund that was requested before. */
  refundId: id().nullish(),
  amount: dollars(largestAmount).nullish(),
  valueDate: day().nullish(),
  reference: shortText(80).nullish(),
  reason: shortText(300).default(''),
  /** Refunds these lines instead of an amount. */
  lines: z
    .array(z.strictObject({ lineId: id(), qty: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange') }))
    .max(200, 'tooManyLines')
    .default([]),
  /** Also refunds running subscriptions; only Super Admins may set it. */
  evenActive: z.boolean().default(false),
});
export type PaymentDecision = z.infer<typeof decision>;

/** The agreed terms of a company: its days of credit, and whether its orders need the number of a purchase order. */
export const creditTerms = z.strictObject({
  creditDays: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(120, 'outOfRange'),
  poRequired: z.boolean().default(false),
});
export type CreditTerms = z.infer<typeof creditTerms>;

/** The document of a transfer or purchase order. */
export const proofUpload = { maxBytes: 10 * megabyte, kinds: ['pdf'] } as const satisfies Upload;

const pay = canDo('order.payment', 'pay');
const decides = { ...canDo('order.payment', 'update'), adminTypes: ['Super Admin', 'Financial Admin'] } as const;
const ofAttempt = z.strictObject({ attemptId: z.uuid('invalid') });
const signed = { public: 'the signature of the provider is the credential' } as const;

export const paymentRoutes = {
  methods: route.get('/payment/methods', {
    access: canDo('order.order', 'read'),
    query: z.object({ companyId: id().optional() }),
    reply: z.array(method),
  }),
  list: route.list('/payment', {
    access: decides,
    query: z.object({ queue: z.enum(paymentQueues, 'invalid').optional() }),
    reply: paymentRow,
    list: paymentList,
  }),
  ofOrder: route.get('/company/{companyId}/order/{id}/payment', {
    access: canDo('order.order', 'read'),
    reply: z.object({
      payments: z.array(paymentRow),
      refunds: z.array(refundRow),
      instructions: instructions.nullable(),
    }),
  }),
  /**
   * Chooses how an order is paid. A transfer or purchase order waits until the money is confirmed; sent again, it replaces
   * number and proof. A card payment begins as with `POST /payment`.
   */
  choose: route.post('/company/{companyId}/order/{id}/payment', {
    access: pay,
    upload: proofUpload,
    body: z.strictObject({
      method: methodId.optional(),
      /** The method, under the name that it has in `POST /payment`. */
      paymentMethodId: methodId.optional(),
      poNumber: shortText(40).optional(),
      proof: anyFile().optional(),
    }),
    reply: attempt,
    ownTransactions: true,
    limitPerMinute: 60,
  }),
  proof: route.get('/company/{companyId}/payment/{id}/proof', { access: canDo('order.order', 'read'), raw: true }),
  /** Approves, confirms or rejects a payment outside of a provider, or refunds one. Returns the payment. */
  decide: route.patch('/order/{id}/payment', {
    access: decides,
    body: decision,
    reply: paymentRow,
    idempotent: 'required',
  }),
  credit: route.get('/company/{companyId}/order/credit', {
    access: canDo('order.order', 'read'),
    reply: creditTerms,
  }),
  setCredit: route.put('/company/{companyId}/order/credit', {
    access: decides,
    body: creditTerms,
    reply: creditTerms,
  }),
  publishableKey: route.get('/payment/publishable-key', {
    access: { public: 'a publishable key is no secret' },
    reply: z.object({ provider: z.string(), key: z.string(), locale: z.literal('en') }),
  }),
  /** Begins to pay an order by card. An open attempt is returned, not made again. Other methods are refused with 422. */
  start: route.post('/payment', {
    access: pay,
    body: z.strictObject({ orderId: id(), paymentMethodId: methodId.nullish() }),
    reply: attempt,
    ownTransactions: true,
    limitPerMinute: 60,
  }),
  /** The browser has returned from the provider, which is queried; the browser's statement is not trusted. */
  success: route.post('/payment/success', {
    access: pay,
    body: ofAttempt,
    reply: attempt,
    status: 200,
    ownTransactions: true,
  }),
  fail: route.post('/payment/fail', {
    access: pay,
    body: ofAttempt,
    reply: attempt,
    status: 200,
    ownTransactions: true,
  }),
  /** An event of a provider: stored once, answered, then processed. */
  webhook: route.post('/payment/webhook/{provider}', {
    access: signed,
    params: z.object({ provider: z.string().max(20) }),
    body: z.unknown(),
    reply: z.object({ received: z.literal(true) }),
    status: 200,
    ownTransactions: true,
    rawBody: true,
    limitPerMinute: 600,
  }),
};

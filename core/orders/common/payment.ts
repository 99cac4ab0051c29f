import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { lifecycleOf } from '#platform/common/lifecycle.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation.ts';

export const attemptStates = ['created', 'pending', 'succeeded', 'failed', 'cancelled', 'surplus'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Money moves forward only. Source: market.md §3. */
export const attemptLifecycle = lifecycleOf(attemptStates, ['system'])({
  table: 'payment',
  column: 'state',
  steps: {
    wait: { from: ['created', 'failed'], to: 'pending', by: ['system'] },
    succeed: { from: ['created', 'pending', 'failed'], to: 'succeeded', by: ['system'] },
    fail: { from: ['created', 'pending'], to: 'failed', by: ['system'] },
    cancel: { from: ['created', 'pending', 'failed'], to: 'cancelled', by: ['system'] },
    /** The money came although another attempt has paid, or the order was cancelled. */
    exceed: { from: ['created', 'pending', 'failed', 'cancelled'], to: 'surplus', by: ['system'] },
  },
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
  /** What the card form of the provider needs; null once nothing is left to enter. */
  clientSecret: z.string().nullable(),
  reference: z.string().nullable(),
});
export type Attempt = z.infer<typeof attempt>;

const method = z.object({
  id: z.enum(['card']),
  provider: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  /** Why it cannot be chosen: a text under `why`. */
  why: z.string().nullable(),
});

const pay = canDo('order.payment', 'pay');
const ofAttempt = z.strictObject({ attemptId: z.uuid('invalid') });
const signed = { public: 'the signature of the provider is the credential' } as const;

export const paymentRoutes = {
  methods: route.get('/payment/methods', { access: canDo('order.order', 'read'), reply: z.array(method) }),
  publishableKey: route.get('/payment/publishable-key', {
    access: { public: 'a publishable key is no secret' },
    reply: z.object({ provider: z.string(), key: z.string(), locale: z.literal('en') }),
  }),
  /** Begins to pay an order by card. An open attempt is returned, not made again. */
  start: route.post('/payment', {
    access: pay,
    body: z.strictObject({ orderId: id() }),
    reply: attempt,
    ownTransactions: true,
    limitPerMinute: 60,
  }),
  /** The browser is back from the provider, which is asked; the word of the browser changes nothing. */
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
  /** An event of a provider: kept once, answered, then processed. */
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

/** How the sandbox delivers the events of a payment. */
export const sandboxDeliveries = ['once', 'twice', 'lost', 'wrong-signature'] as const;
export const sandboxRoutes = {
  /** What the card form of the sandbox sends: the card, or the answer to the question of the bank. */
  confirm: route.post('/payment/sandbox/confirm', {
    access: { public: 'the client secret of the intent is the credential' },
    body: z.strictObject({
      clientSecret: z.string('Required').min(20, 'Required').max(100, 'tooLong'),
      card: z.string('Required').trim().max(30, 'tooLong').optional(),
      approve: z.boolean().optional(),
      delivery: z.enum(sandboxDeliveries).default('once'),
    }),
    reply: z.object({ state: z.enum(['requires-action', 'succeeded', 'failed']), failure: z.string().nullable() }),
    status: 200,
    ownTransactions: true,
    limitPerMinute: 120,
  }),
};

import { z } from 'zod';
import { route } from '#platform/common/route.ts';

/** How the sandbox delivers the events of a payment; by default once, before it answers. */
export const sandboxDeliveries = [
  'once',
  'twice',
  'late',
  'out-of-order',
  'lost',
  'wrong-amount',
  'wrong-signature',
] as const;
/** The delay of a late event, in seconds. */
export const lateSeconds = 30;
export const sandboxRoutes = {
  /** The input of the sandbox card form: the card, or the answer to the question of the bank. */
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

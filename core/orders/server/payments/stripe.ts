import Stripe from 'stripe';
import type { PaymentSettings } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Provider, ProviderRefund, ProviderState } from './provider.ts';

type Keys = NonNullable<PaymentSettings['stripe']>;
const signatureSeconds = 300;

const states: Readonly<Record<string, ProviderState['state']>> = {
  requires_action: 'requires-action',
  processing: 'requires-action',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

const failures: Readonly<Record<string, string>> = {
  insufficient_funds: 'no-funds',
  expired_card: 'card-expired',
  payment_intent_authentication_failure: 'step-refused',
};

/** The state of an intent. After a decline it waits for another card, and its last error has the reason. */
function stateOf(intent: Stripe.PaymentIntent): ProviderState {
  const { status, amount, amount_received: received, currency, last_payment_error: error } = intent;
  const state = states[status] ?? (error ? 'failed' : 'open');
  return {
    state,
    amount: state === 'succeeded' ? received : amount,
    currency: currency.toUpperCase(),
    failure: error ? (failures[error.decline_code ?? ''] ?? failures[error.code ?? ''] ?? 'card-declined') : null,
  };
}

const refundStates: Readonly<Record<string, ProviderRefund['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function clientOf({ secretKey, apiUrl }: Keys): Stripe {
  if (!apiUrl) return new Stripe(secretKey);
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' });
}

/** Card payments by Stripe: one PaymentIntent for each attempt, under the key of the attempt. */
export function stripe(keys: Keys): Provider {
  const client = clientOf(keys);
  return {
    name: 'stripe',
    publishableKey: keys.publishableKey,
    async start({ key, amount, order }) {
      const intent = await client.paymentIntents.create(
        { amount, currency: 'usd', metadata: { order }, automatic_payment_methods: { enabled: true } },
        { idempotencyKey: key },
      );
      return { ref: intent.id, clientSecret: intent.client_secret ?? '' };
    },
    read: async (ref) => stateOf(await client.paymentIntents.retrieve(ref)),
    clientSecret: async (ref) => (await client.paymentIntents.retrieve(ref)).client_secret,
    async cancel(ref) {
      try {
        await client.paymentIntents.cancel(ref);
      } catch (error) {
        // It has succeeded or ended in the meantime.
        if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'payment_intent_unexpected_state')
          throw error;
      }
    },
    async refund(ref, { key, amount, known }) {
      const refund = known
        ? await client.refunds.retrieve(known)
        : await client.refunds.create({ payment_intent: ref, amount }, { idempotencyKey: key });
      return { ref: refund.id, state: refundStates[refund.status ?? ''] ?? 'pending' };
    },
    verify(body, headers) {
      try {
        const signature = String(headers['stripe-signature'] ?? '');
        const event = client.webhooks.constructEvent(body, signature, keys.webhookSecret, signatureSeconds);
        const about = event.data.object as { id?: string; payment_intent?: string | null };
        return { id: event.id, type: event.type, ref: about.payment_intent ?? about.id ?? '' };
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
        throw refuse(400, 'bad-signature', {}, '20030009');
      }
    },
  };
}

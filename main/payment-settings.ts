import type { PaymentSettings } from '#platform/server/kit.ts';

type Given = { DEMO: string } & Partial<
  Record<
    'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL' | 'PAYMENT_SANDBOX',
    string | undefined
  >
>;

/** How cards are charged. The sandbox never replaces a provider that moves money. */
export function paymentSettings(value: Given): PaymentSettings {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL, PAYMENT_SANDBOX } = value;
  if (!STRIPE_SECRET_KEY) {
    if (STRIPE_PUBLISHABLE_KEY || STRIPE_WEBHOOK_SECRET)
      throw new Error('STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET need STRIPE_SECRET_KEY.');
    return { sandbox: (PAYMENT_SANDBOX ?? value.DEMO) === '1' };
  }
  if (!STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new Error('STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.');
  if (PAYMENT_SANDBOX === '1') throw new Error('PAYMENT_SANDBOX and STRIPE_SECRET_KEY cannot be set together.');
  return {
    sandbox: false,
    stripe: {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiUrl: STRIPE_API_URL,
    },
  };
}

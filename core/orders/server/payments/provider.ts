/** What a provider says of a payment. Amounts in US cents. */
export type ProviderState = {
  state: 'open' | 'requires-action' | 'succeeded' | 'failed' | 'cancelled';
  amount: number;
  currency: 'USD';
  /** A text under `failure`. */
  failure: string | null;
};
export type ProviderEvent = { id: string; type: string; ref: string };
export type Intent = { ref: string; clientSecret: string };

/**
 * A payment provider. None of its functions is called within a transaction or under a lock: the intention is stored,
 * then the provider is called, then its state is settled.
 */
export type Provider = {
  name: string;
  publishableKey: string;
  /** Begins a payment; a repeated key returns the same intent. */
  start(payment: { key: string; amount: number; order: string }): Promise<Intent>;
  read(ref: string): Promise<ProviderState>;
  clientSecret(ref: string): Promise<string | null>;
  cancel(ref: string): Promise<void>;
  /** The event of a signed body. Throws if the signature does not hold or is older than five minutes. */
  verify(body: Buffer, headers: Readonly<Record<string, unknown>>): ProviderEvent;
};

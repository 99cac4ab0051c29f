/** The state of a payment at its provider. Amounts in US cents. */
export type ProviderState = {
  state: 'open' | 'requires-action' | 'succeeded' | 'failed' | 'cancelled';
  amount: number;
  currency: string;
  /** A text under `failure`. */
  failure: string | null;
};
export type ProviderEvent = { id: string; type: string; ref: string };
export type Intent = { ref: string; clientSecret: string };
/** The state of a refund at its provider. */
export type ProviderRefund = { ref: string; state: 'pending' | 'succeeded' | 'failed' };

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
  /** Ends a payment. One that has already succeeded or ended is left unchanged; `read` returns its state. */
  cancel(ref: string): Promise<void>;
  /** Refunds money; a repeated key returns the same refund. With `known` it only reads the refund. */
  refund(ref: string, refund: { key: string; amount: number; known: string | null }): Promise<ProviderRefund>;
  /** The event of a signed body. Throws if the signature is invalid or older than five minutes. */
  verify(body: Buffer, headers: Readonly<Record<string, unknown>>): ProviderEvent;
};

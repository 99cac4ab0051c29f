import { RequestError } from './request-error.ts';

/** JSON has nothing of a file: two orders that differ only in their files would share a key. */
const asText = (_name: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.type, value.size, value.lastModified] : value;

/**
 * Idempotency keys of orders. The same order keeps its key until it is answered, so that a person can submit again
 * after a lost reply. A different order, or the next one after a reply, gets a new key.
 */
export function createIdempotencyKeys(make: () => string = () => crypto.randomUUID()) {
  let open: { order: string; key: string } | null = null;
  return {
    keyFor(order: unknown): string {
      const text = JSON.stringify(order, asText);
      if (open?.order !== text) open = { order: text, key: make() };
      return open.key;
    },
    answered(): void {
      open = null;
    },
    failed(error: Error): void {
      // After a network or server error it is unknown whether the order was executed. A stored one is sent automatically.
      const unknown = error instanceof RequestError && !error.kept && (error.status === 0 || error.status >= 500);
      if (!unknown) open = null;
    },
  };
}

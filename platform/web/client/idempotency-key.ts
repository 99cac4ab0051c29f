import { RequestError } from './request-error.ts';

/**
 * The key of what a person orders, kept until its answer is there: who hears nothing and presses again means the same
 * order. Another order, or the next one after an answer, has a key of its own.
 */
export function createIdempotencyKeys(make: () => string = () => crypto.randomUUID()) {
  let open: { order: string; key: string } | null = null;
  return {
    keyFor(order: unknown): string {
      const text = JSON.stringify(order);
      if (open?.order !== text) open = { order: text, key: make() };
      return open.key;
    },
    answered(): void {
      open = null;
    },
    failed(error: Error): void {
      // Without an answer, or with that of a server in trouble, nobody knows whether it was done.
      const unknown = error instanceof RequestError && (error.status === 0 || error.status >= 500);
      if (!unknown) open = null;
    },
  };
}

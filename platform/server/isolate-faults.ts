import type { Failures } from './batch-lane.ts';

// SQLSTATE classes that tell of what was sent: 21 cardinality, 22 data, 23 integrity, 54 limits of a statement, P0 raised
// by a function. All others (08 connection, 40 deadlock, 53 resources, 57 shutdown …) concern everybody and pass by.
const aboutData = /^(21|22|23|54|P0)/;

/** Whether an error comes from what a message holds, so that the same message would fail for ever. */
export function isDataError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && aboutData.test(code);
}

export type Positioned<T> = { message: T; at: number };

/**
 * Does `work`, one transaction, for all messages at once. If it fails because of the data, the batch is halved until
 * the message at fault stands alone and goes to `aside`; the others go on. Any other error fails what it was met with.
 */
export async function isolateFaults<T>(
  batch: readonly Positioned<T>[],
  work: (messages: T[]) => Promise<void>,
  aside: (message: T, error: unknown) => Promise<void>,
): Promise<Failures> {
  const failures = new Map<number, unknown>();
  const attempt = async (part: readonly Positioned<T>[]): Promise<void> => {
    const [first] = part;
    if (!first) return;
    try {
      await work(part.map(({ message }) => message));
    } catch (error) {
      if (!isDataError(error)) {
        for (const { at } of part) failures.set(at, error);
        return;
      }
      if (part.length === 1) return aside(first.message, error).catch((fault) => void failures.set(first.at, fault));
      const half = part.length >> 1;
      await attempt(part.slice(0, half));
      await attempt(part.slice(half));
    }
  };
  await attempt(batch);
  return failures;
}

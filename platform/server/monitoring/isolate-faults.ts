import type { Failures } from '../http/batch-lane.ts';
import { isDatabaseAway } from '../postgres/database-loss.ts';

// SQLSTATE classes of invalid data: 21 cardinality, 22 data, 23 integrity, 54 statement limits, P0 raised by a
// function. All others (08 connection, 40 deadlock, 53 resources, 57 shutdown …) are temporary.
const aboutData = /^(21|22|23|54|P0)/;

// A statement timeout (57014) or a lock that was not available (55) passes, as does a deadlock (40).
const passing = /^(40|55|57)/;

/**
 * Whether neither the data nor an outage is the cause: the program or the database is at fault, and the same messages will
 * fail until somebody acts.
 */
export function isProgramError(error: unknown): boolean {
  if (isDataError(error) || isDatabaseAway(error)) return false;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && !passing.test(code);
}

/** Whether an error is caused by the data, so that the same message would always fail. */
export function isDataError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && aboutData.test(code);
}

export type Positioned<T> = { message: T; at: number };

/**
 * The largest number of messages of a batch that are tried individually because of errors of the program; the rest
 * fails with the last of them.
 */
const maxProgramFailures = 16;

/**
 * Runs `work`, one transaction, for all messages. If it fails because of the data, the batch is halved until the faulty
 * message is isolated and goes to `deadLetter`; the others are processed. The same applies to an error of the program,
 * whose message fails instead and is delivered again. Any other error fails the messages of that part.
 */
export async function isolateFaults<T>(
  batch: readonly Positioned<T>[],
  work: (messages: T[]) => Promise<void>,
  deadLetter: (message: T, error: unknown) => Promise<void>,
): Promise<Failures> {
  const failures = new Map<number, unknown>();
  let programFailures = 0;
  const attempt = async (part: readonly Positioned<T>[]): Promise<void> => {
    const [first] = part;
    if (!first) return;
    try {
      await work(part.map(({ message }) => message));
    } catch (error) {
      const isProgram = isProgramError(error);
      if (!isDataError(error) && !(isProgram && part.length > 1 && programFailures < maxProgramFailures)) {
        if (isProgram) programFailures += 1;
        for (const { at } of part) failures.set(at, error);
        return;
      }
      if (part.length === 1)
        return deadLetter(first.message, error).catch((fault) => void failures.set(first.at, fault));
      const half = part.length >> 1;
      await attempt(part.slice(0, half));
      await attempt(part.slice(half));
    }
  };
  await attempt(batch);
  return failures;
}

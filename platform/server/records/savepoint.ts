import { sql } from 'kysely';
import type { Tx } from '../postgres/database.ts';
import { Invalid, Refusal } from '../refuse.ts';

function wordOf(error: unknown): string {
  if (error instanceof Refusal) return error.word;
  if (error instanceof Invalid) return error.errors[0]?.msg ?? 'invalid';
  throw error;
}

/**
 * Runs `work` within a savepoint, so that a refusal undoes only it. Returns the key of the refusal, or null. Other
 * errors end the transaction.
 */
export async function refusalWithin(tx: Tx, work: () => Promise<unknown>): Promise<string | null> {
  await sql`SAVEPOINT attempt`.execute(tx);
  try {
    await work();
  } catch (error) {
    const word = wordOf(error);
    await sql`ROLLBACK TO SAVEPOINT attempt`.execute(tx);
    return word;
  }
  await sql`RELEASE SAVEPOINT attempt`.execute(tx);
  return null;
}

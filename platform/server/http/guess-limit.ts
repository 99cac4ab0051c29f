import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kit } from '../kit.ts';
import { inSystem } from '../postgres/database.ts';
import { sqlAgo } from '../postgres/values.ts';
import { Refusal, refuse } from '../refuse.ts';

export type GuessLimit = {
  /** Whose guesses are counted together, and of what, such as `voucher of company 7`. */
  guesser: string;
  guess: string;
  /** How many different wrong guesses are allowed within the window. */
  limit: number;
  hours: number;
  /** The word of the refusal of more guesses. */
  word?: string;
};

/** Recognizes a wrong guess by the word of its refusal. */
export const refusedAs =
  (word: string) =>
  (result: unknown): boolean =>
    result instanceof Refusal && result.word === word;

const hashOf = (guess: string) => createHash('sha256').update(guess).digest('base64url').slice(0, 22);

/**
 * Runs `work`, whose result or refusal shows whether the guess was wrong, and refuses with 429 once there were too
 * many. It counts guesses by who makes them, never by what is guessed, so that a stranger cannot lock a code for the
 * person who has it. A guess counts before it is checked, in a transaction of its own, so that guesses made at once are
 * counted too; a correct one is uncounted afterwards.
 */
export async function limitGuesses<T>(
  kit: Kit,
  limit: GuessLimit,
  isWrong: (result: T | Refusal) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  if (!(await addGuess(kit, limit))) throw refuse(429, limit.word ?? 'too-many-guesses', { count: limit.limit });
  let wrong = false;
  try {
    const result = await work();
    wrong = isWrong(result);
    return result;
  } catch (error) {
    wrong = error instanceof Refusal && isWrong(error);
    throw error;
  } finally {
    if (!wrong) await takeBack(kit, limit);
  }
}

/** Counts a wrong guess that is known as one. Returns false once there are too many. */
export async function addGuess(kit: Kit, { guesser, guess, limit, hours }: GuessLimit): Promise<boolean> {
  const hash = hashOf(guess);
  const over = sql`w.began < now() - ${hours} * interval '1 hour'`;
  const counted = await inSystem(kit.signIn.db, (tx) =>
    sql`INSERT INTO wrong_guess AS w (guesser, guesses) VALUES (${guesser}, ARRAY[${hash}::text])
        ON CONFLICT (guesser) DO UPDATE SET
          began = CASE WHEN ${over} THEN now() ELSE w.began END,
          guesses = CASE WHEN ${over} THEN excluded.guesses WHEN ${hash} = ANY (w.guesses) THEN w.guesses ELSE w.guesses || excluded.guesses END
        WHERE ${over} OR ${hash} = ANY (w.guesses) OR cardinality(w.guesses) < ${limit}::integer RETURNING guesser`.execute(
      tx,
    ),
  );
  return counted.rows.length > 0;
}

async function takeBack(kit: Kit, { guesser, guess }: GuessLimit): Promise<void> {
  await inSystem(kit.signIn.db, (tx) =>
    sql`UPDATE wrong_guess SET guesses = array_remove(guesses, ${hashOf(guess)}) WHERE guesser = ${guesser}`.execute(
      tx,
    ),
  );
}

const longestHours = 24;

export async function forgetGuesses(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) =>
    tx.deleteFrom('wrongGuess').where('began', '<', sqlAgo(longestHours, 'hour')).execute(),
  );
}

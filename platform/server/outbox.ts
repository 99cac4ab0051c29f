import { sql } from 'kysely';
import type { Kit, Stop } from './kit.ts';
import { inSystem, type Tx } from './postgres/database.ts';
import { repeat } from './repeat.ts';

const everyMs = 2000;
export const maxAttempts = 10;

type Waiting = { id: number; attempts: number };

/**
 * Sends the rows of an outbox table with `sent_at, attempts, last_error, next_attempt_at`. A failed row is retried ten
 * times with growing delays.
 */
export function startOutbox<Row extends Waiting>(
  kit: Kit,
  table: string,
  send: (row: Row, tx: Tx) => Promise<void>,
): Stop {
  return repeat(kit, everyMs, `sending from ${table} failed`, async () => {
    // Each row is locked in a transaction of its own: several processes share the outbox, and a crash repeats at most
    // one row.
    for (let more = true; more; ) more = await inSystem(kit.db, (tx) => sendOne(tx, table, send));
  });
}

async function sendOne<Row extends Waiting>(
  tx: Tx,
  table: string,
  send: (row: Row, tx: Tx) => Promise<void>,
): Promise<boolean> {
  const found = await sql<Row>`SELECT * FROM ${sql.table(table)}
    WHERE sent_at IS NULL AND attempts < ${maxAttempts} AND next_attempt_at <= now() ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(
    tx,
  );
  const [row] = found.rows;
  if (!row) return false;
  const failure = await send(row, tx).then(
    () => null,
    (error: Error) => error.message,
  );
  await sql`UPDATE ${sql.table(table)} SET sent_at = CASE WHEN ${failure}::text IS NULL THEN now() END, last_error = ${failure},
      attempts = attempts + 1, next_attempt_at = now() + interval '5 seconds' * 2 ^ attempts WHERE id = ${row.id}`.execute(
    tx,
  );
  return true;
}

/** Retention of rows that were sent, or could not be sent. */
const keptDays = 90;

/** Deletes rows that an outbox has sent or given up longer ago than the retention; waiting ones stay. */
export async function forgetSent(tx: Tx, table: string): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE created_at < now() - ${keptDays} * interval '1 day'
      AND (sent_at IS NOT NULL OR attempts >= ${maxAttempts})`.execute(tx);
}

/**
 * The references of the rows of an outbox whose last attempt has failed; each is returned once. Runs in the system's own
 * transaction.
 */
export async function takeFailed(tx: Tx, table: string): Promise<string[]> {
  const failed = await sql<{ reference: string }>`
    WITH failed AS (SELECT id, reference FROM ${sql.table(table)} WHERE reference IS NOT NULL AND sent_at IS NULL AND attempts >= ${maxAttempts} FOR UPDATE SKIP LOCKED),
         taken AS (UPDATE ${sql.table(table)} o SET reference = NULL FROM failed WHERE o.id = failed.id)
    SELECT reference FROM failed`.execute(tx);
  return failed.rows.map(({ reference }) => reference);
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** Counts messages under a key for today. Returns false, and counts none of them, if they would exceed the limit. */
export async function countToday(tx: Tx, key: string, messages: number, limit: number): Promise<boolean> {
  if (messages > limit) return false;
  const counted = await sql`
    INSERT INTO mail_count AS c (key, sent) VALUES (${key}, ${messages})
    ON CONFLICT (day, key) DO UPDATE SET sent = c.sent + excluded.sent WHERE c.sent + excluded.sent <= ${limit} RETURNING sent`.execute(
    tx,
  );
  return counted.rows.length > 0;
}

/** How many messages were counted under a key today. */
export async function countedToday(tx: Tx, key: string): Promise<number> {
  const found = await sql<{
    sent: number;
  }>`SELECT sent FROM mail_count WHERE day = current_date AND key = ${key}`.execute(tx);
  return found.rows[0]?.sent ?? 0;
}

/** Does the same as `countToday` for one message to each of many recipients, in one statement. Returns those who are beyond the limit. */
export async function countRecipients(tx: Tx, prefix: string, recipients: string[], limit: number): Promise<string[]> {
  const counted = await sql<{ key: string; sent: number }>`
    INSERT INTO mail_count AS c (key, sent) SELECT ${`${prefix} `} || r, count(*) FROM unnest(${recipients}::text[]) r GROUP BY r ORDER BY r
    ON CONFLICT (day, key) DO UPDATE SET sent = c.sent + excluded.sent RETURNING key, sent`.execute(tx);
  return counted.rows.filter(({ sent }) => sent > limit).map(({ key }) => key.slice(prefix.length + 1));
}

export async function forgetMessageCounts(tx: Tx): Promise<void> {
  await sql`DELETE FROM mail_count WHERE day < current_date - 1`.execute(tx);
}

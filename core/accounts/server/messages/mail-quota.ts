import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { mailsPerCompany, mailsPerRecipient } from '../../common/sign-up.ts';

async function count(tx: Tx, key: string, mails: number, limit: number): Promise<boolean> {
  if (mails > limit) return false;
  const counted = await sql`
    INSERT INTO mail_count AS c (key, sent) VALUES (${key}, ${mails})
    ON CONFLICT (day, key) DO UPDATE SET sent = c.sent + excluded.sent WHERE c.sent + excluded.sent <= ${limit} RETURNING sent`.execute(
    tx,
  );
  return counted.rows.length > 0;
}

/** Whether one more mail may go to an address today that somebody without an account, or a stranger, asks for. */
export const mayMail = (tx: Tx, email: string): Promise<boolean> =>
  count(tx, `to ${email.toLowerCase()}`, 1, mailsPerRecipient);

/** Counts mails that a company has sent to people who need not know it, and refuses beyond a day's measure. */
export async function assertMayInvite(tx: Tx, companyId: number | null, emails: readonly string[]): Promise<void> {
  if (companyId !== null && !(await count(tx, `from company ${companyId}`, emails.length, mailsPerCompany)))
    throw refuse(429, 'mail-quota', { count: mailsPerCompany });
  for (const email of emails) if (!(await mayMail(tx, email))) throw refuse(429, 'recipient-quota', { email });
}

export async function forgetMailCounts(tx: Tx): Promise<void> {
  await sql`DELETE FROM mail_count WHERE day < current_date - 1`.execute(tx);
}

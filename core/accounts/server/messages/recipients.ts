import { sql } from 'kysely';
import type { Mail } from '#platform/server/mail/mail.ts';
import { queueMails } from '#platform/server/mail/mail-outbox.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import { mailsPerCompany, mailsPerRecipient, visitorRequestsPerDay } from '../../common/sign-up.ts';
import { countedToday, countRecipients, countToday } from './message-counts.ts';

/*
 * The only way to send mails. A sender declares the kind of its readers, and mails to strangers are limited by
 * recipient and company, so that the platform cannot be abused for unsolicited mails.
 */

/**
 * Mails people at the address of their own account, or at an address that their company has confirmed. For addresses
 * that a person has typed in, use `mailStrangers`.
 */
export const mailPeople = (tx: Tx, mails: readonly Mail[]): Promise<void> => queueMails(tx, mails);

type Strangers = {
  /** The company on whose behalf the mails are sent; null for the platform. */
  from: number | null;
  mails: readonly Mail[];
  /** Leaves out recipients who have reached their limit, without revealing their addresses to the caller. */
  skipLimited?: boolean;
};

/**
 * Mails addresses that a company has entered. Colleagues are not counted; everybody else is, by recipient and by company.
 * Refuses with 429 beyond the limit of a day.
 */
export async function mailStrangers(
  tx: Tx,
  scope: Scope,
  { from, mails, skipLimited = false }: Strangers,
): Promise<void> {
  const addresses = mails.map(({ recipient }) => recipient.toLowerCase());
  const limited = await bypassRls(tx, scope, async () => {
    const colleagues = await colleaguesAmong(tx, from, addresses);
    const strangers = addresses.filter((address) => !colleagues.has(address));
    return strangers.length === 0 ? [] : await countStrangers(tx, from, strangers);
  });
  const [email] = limited;
  if (email !== undefined && !skipLimited) throw refuse(429, 'recipient-quota', { email });
  await queueMails(
    tx,
    mails.filter(({ recipient }) => !limited.includes(recipient.toLowerCase())),
  );
}

/** Refuses with 429 if a company can mail no more strangers today. Runs as the role that sees all rows. */
export async function assertMailsLeft(tx: Tx, company: number): Promise<void> {
  if ((await countedToday(tx, `from company ${company}`)) >= mailsPerCompany)
    throw refuse(429, 'mail-quota', { count: mailsPerCompany });
}

async function countStrangers(tx: Tx, from: number | null, strangers: string[]): Promise<string[]> {
  if (from !== null && !(await countToday(tx, `from company ${from}`, strangers.length, mailsPerCompany)))
    throw refuse(429, 'mail-quota', { count: mailsPerCompany });
  return countRecipients(tx, 'to', strangers, mailsPerRecipient);
}

/** The addresses that belong to people of the company who can sign in. */
async function colleaguesAmong(tx: Tx, company: number | null, addresses: string[]): Promise<Set<string>> {
  if (company === null) return new Set();
  const found = await sql<{ email: string }>`
    SELECT lower(email) AS email FROM users
     WHERE company_id = ${company} AND status = 'active' AND lower(email) = ANY (${addresses}::text[])`.execute(tx);
  return new Set(found.rows.map(({ email }) => email));
}

/** The daily limits of what public forms mail to an address, each counted apart so that none uses up another. */
const formLimits = { account: mailsPerRecipient, quote: 3 } as const;

/**
 * Mails an address that anybody has typed into a public form, or nothing once it has reached the limit of the day. The form
 * must answer the same.
 */
export async function mailTypedAddress(tx: Tx, form: keyof typeof formLimits, mail: Mail): Promise<void> {
  if (await mayMail(tx, mail.recipient, form)) await queueMails(tx, [mail]);
}

/**
 * Counts a request of a visitor or a company that is about to be mailed. Visitors share one limit of the day, because
 * they can come from any number of addresses. The form must accept the request anyway: only the mails about it are left
 * out.
 */
export const mayMailRequest = (tx: Tx, company: number | null): Promise<boolean> =>
  company === null
    ? countToday(tx, 'requests of visitors', 1, visitorRequestsPerDay)
    : countToday(tx, `requests of company ${company}`, 1, mailsPerRecipient);

/**
 * Whether a link to an account, which anybody can request, may be mailed. Beyond the limit of a day there is one more
 * whenever none of the links that were sent still works, so that nobody can use up the links of somebody else.
 */
export async function mayMailLink(
  tx: Tx,
  { id, email }: { id: number; email: string },
  purpose: 'reset' | 'verify',
): Promise<boolean> {
  if (await mayMail(tx, email)) return true;
  const working = await tx
    .selectFrom('accountToken')
    .where('userId', '=', id)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sqlNow)
    .execute();
  return working.length === 0;
}

/** Counts a mail that anybody can request by knowing an address. */
export const mayMail = (tx: Tx, email: string, form: keyof typeof formLimits = 'account'): Promise<boolean> =>
  countToday(tx, `${form} ${email.toLowerCase()}`, 1, formLimits[form]);

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlFromNow, sqlNow } from '#platform/server/postgres/values.ts';
import { type signUpBody, tokenLifetimes } from '../../../common/sign-up.ts';
import { openInvitation } from '../../companies/company-invitations.ts';
import { type Addressed, accountMail } from '../../messages/account-mails.ts';
import { mailPeople, mailTypedAddress, mayMail, mayMailLink } from '../../messages/recipients.ts';
import { emailTaken, freeExpired } from '../../people/invite.ts';
import { phoneToStore } from '../../people/phone.ts';
import { endPendingLinks, mailTokenHash, makeToken } from '../account-tokens.ts';

type Body = z.infer<typeof signUpBody>;
type Account = Pick<Body, 'companyName' | 'firstName' | 'lastName' | 'phone' | 'countryId' | 'timeZone' | 'locale'> & {
  type: CompanyType;
};

export const authPage = (kit: Kit, path: string, token?: string) =>
  `${kit.publicUrl}/core/auth/${path}${token ? `#token=${token}` : ''}`;

export const personWith = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'companyId', 'email', 'firstName', 'locale', 'status', 'emailConfirmed'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
type ExistingPerson = NonNullable<Awaited<ReturnType<typeof personWith>>>;

/** Only for people who signed up and never confirmed: an account that an administrator deactivated stays so. */
async function isWaiting(tx: Tx, { id, status, emailConfirmed }: ExistingPerson): Promise<boolean> {
  if (status !== 'inactive' || emailConfirmed) return false;
  const found = await sql`
    SELECT FROM sign_up WHERE user_id = ${id} UNION ALL SELECT FROM account_token WHERE user_id = ${id} AND purpose = 'verify'`.execute(
    tx,
  );
  return found.rows.length > 0;
}

async function accountOf(tx: Tx, body: Body): Promise<Account> {
  const invitation = body.invitation ? await openInvitation(tx, body.invitation) : undefined;
  // A sign-up with another address than the invited one creates an ordinary customer.
  const invited = invitation?.email.toLowerCase() === body.email.toLowerCase() ? invitation : undefined;
  const { companyName, firstName, lastName, countryId, timeZone, locale } = body;
  const phone = await phoneToStore(tx, body.phone, countryId);
  return {
    companyName,
    firstName,
    lastName,
    phone,
    countryId,
    timeZone,
    locale,
    type: invited?.companyType ?? 'Customer',
  };
}

const companyOf = ({ companyName, type, countryId, timeZone }: Account) => ({
  name: companyName,
  type,
  countryId: countryId ?? null,
  ...(timeZone ? { timeZone } : {}),
});

async function addInactive(tx: Tx, email: string, account: Account, passwordHash: string): Promise<number> {
  const company = await tx
    .insertInto('company')
    .values({ ...companyOf(account), email })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { firstName, lastName, locale, phone } = account;
  const person = { firstName, lastName, locale, phone: phone ?? null, email, passwordHash };
  const made = await tx
    .insertInto('users')
    .values({ ...person, companyId: company.id, role: 'Admin', adminType: null, status: 'inactive' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/**
 * Anybody can sign up with anybody's address, so nothing takes effect until the mailed link is followed: each link sets
 * the password, the names and the company of its own sign-up, regardless of other attempts.
 */
export async function signUp(tx: Tx, kit: Kit, body: Body, passwordHash: string): Promise<void> {
  // Refused before the address is looked up, so that the answer reveals nothing about it.
  const account = await accountOf(tx, body);
  await freeExpired(tx, body.email.toLowerCase());
  const existing = await personWith(tx, body.email);
  // The reply is the same: only the owner of the mailbox is informed that the address is taken.
  if (existing && !(await isWaiting(tx, existing))) {
    await mailTypedAddress(tx, 'account', accountMail(kit, 'known', existing, authPage(kit, 'sign-in')));
    return;
  }
  if (!existing && (await emailTaken(tx, body.email))) return;
  if (!(await mayMail(tx, body.email))) return;
  const id = existing?.id ?? (await addInactive(tx, body.email, account, passwordHash));
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('signUp')
    .values({
      tokenHash: mailTokenHash(token),
      userId: id,
      passwordHash,
      account: JSON.stringify(account),
      expiresAt: sqlFromNow(tokenLifetimes.verifySeconds, 'second'),
    })
    .execute();
  const { firstName, locale } = account;
  await mailPeople(tx, [
    accountMail(kit, 'verify', { email: body.email, firstName, locale }, authPage(kit, 'verify', token)),
  ]);
}

/** Sets up the account by the sign-up of this link; undefined for an invalid link. */
export async function confirmSignUp(
  tx: Tx,
  token: string,
): Promise<{ id: number; companyId: number | null; email: string } | undefined> {
  const draft = await tx
    .selectFrom('signUp')
    .select(['userId', 'passwordHash', 'account'])
    .where('tokenHash', '=', mailTokenHash(token))
    .where('expiresAt', '>', sqlNow)
    .$narrowType<{ account: Account }>()
    .forUpdate()
    .executeTakeFirst();
  if (!draft) return undefined;
  await sql`SELECT set_config('rasid.user', ${String(draft.userId)}, true)`.execute(tx);
  const { firstName, lastName, phone, locale } = draft.account;
  const person = await tx
    .updateTable('users')
    .set({ firstName, lastName, locale, phone: phone ?? null, passwordHash: draft.passwordHash })
    .set({ status: 'active', emailConfirmed: true })
    .where('id', '=', draft.userId)
    .where('status', '=', 'inactive')
    .where('emailConfirmed', '=', false)
    .returning(['id', 'companyId', 'email'])
    .executeTakeFirst();
  await endPendingLinks(tx, draft.userId);
  if (person?.companyId)
    await tx.updateTable('company').set(companyOf(draft.account)).where('id', '=', person.companyId).execute();
  return person;
}

/**
 * Resends the link to an unconfirmed sign-up. It is unknown which sign-up was theirs, so they choose the password
 * again.
 */
export async function resendActivation(tx: Tx, kit: Kit, email: string): Promise<void> {
  const person = await personWith(tx, email);
  if (!person || !(await isWaiting(tx, person)) || !(await mayMailLink(tx, person, 'verify'))) return;
  const token = await makeToken(tx, person.id, 'verify', tokenLifetimes.verifySeconds);
  await mailPeople(tx, [accountMail(kit, 'finish', person, authPage(kit, 'reset-password', token))]);
}

export async function mailReset(tx: Tx, kit: Kit, person: Addressed & { id: number }): Promise<void> {
  const token = await makeToken(tx, person.id, 'reset', tokenLifetimes.resetSeconds);
  await mailPeople(tx, [accountMail(kit, 'reset', person, authPage(kit, 'reset-password', token))]);
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { tokenLifetimes } from '../common/sign-up.ts';
import { type Caller, logAccess } from './access-log.ts';
import { accountMail } from './account-mails.ts';
import { makeToken, takeToken, tokenHash } from './account-tokens.ts';
import { emailTaken, mailInvitations } from './invite.ts';

type Person = { id: number; email: string; firstName: string; locale: 'en' | 'ar' };

/** Mails a link to the new address; the old one stays until the link is followed. */
export async function askForNewEmail(tx: Tx, kit: Kit, person: Person, email: string): Promise<void> {
  if (email.toLowerCase() === person.email.toLowerCase()) throw invalid('email', 'sameEmail');
  if (await emailTaken(tx, email)) throw invalid('email', 'emailTaken');
  const token = await makeToken(tx, person.id, 'email', tokenLifetimes.verifySeconds, { address: email });
  await queueMail(
    tx,
    accountMail('newEmail', { ...person, email }, `${kit.publicUrl}/core/auth/verify?token=${token}`),
  );
}

/** Puts the new address in the place of the old one, which is told. False for a link that is no good. */
export async function confirmNewEmail(tx: Tx, kit: Kit, token: string, caller: Caller): Promise<boolean> {
  const waiting = await sql<{ address: string }>`
    SELECT address FROM account_token WHERE token_hash = ${tokenHash(token)} AND purpose = 'email'`.execute(tx);
  const userId = await takeToken(tx, token, 'email');
  const address = waiting.rows[0]?.address;
  if (userId === null || !address) return false;
  // Somebody may have taken it while the link was on its way.
  if (await emailTaken(tx, address)) throw refuse(410, 'link-expired');
  const before = await tx
    .selectFrom('users')
    .select(['id', 'companyId', 'email', 'firstName', 'locale'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ email: address }).where('id', '=', userId).execute();
  // A link to set a password went to the address that is no longer theirs.
  await sql`DELETE FROM account_token WHERE user_id = ${userId} AND purpose = 'reset'`.execute(tx);
  await logAccess(tx, 'email-changed', { ...before, email: address }, caller);
  await queueMail(tx, accountMail('emailChanged', before, `${kit.publicUrl}/core/auth/sign-in`));
  return true;
}

/** An address that was mistyped in an invitation: the link that went there no longer works. */
export async function changeInvitedEmail(
  tx: Tx,
  kit: Kit,
  person: { id: number; email: string; invited: boolean },
  email: string,
): Promise<void> {
  if (!person.invited) throw refuse(409, 'has-accepted');
  if (email.toLowerCase() !== person.email.toLowerCase() && (await emailTaken(tx, email)))
    throw invalid('email', 'emailTaken');
  await tx.updateTable('users').set({ email }).where('id', '=', person.id).execute();
  await mailInvitations(tx, kit, [person.id]);
}

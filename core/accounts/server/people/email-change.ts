import type { Kit } from '#platform/server/kit.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { tokenLifetimes } from '../../common/sign-up.ts';
import { accountMail } from '../messages/account-mails.ts';
import { mailPeople, mailStrangers } from '../messages/recipients.ts';
import { logAccess, type SignInOrigin } from '../sign-in/access-log.ts';
import { endPendingLinks, mailTokenHash, makeToken, takeToken } from '../sign-in/account-tokens.ts';
import { forgetBrowsers } from '../sign-in/second-factor/known-browser.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { mailReset } from '../sign-in/sign-up/sign-up-drafts.ts';
import { emailTaken, mailInvitations, unguessablePassword } from './invite.ts';
import { takenAddress } from './taken-answers.ts';

type Person = { id: number; companyId: number | null; email: string; firstName: string; locale: 'en' | 'ar' };

/** Mails a link to the new address; the old one stays until the link is followed. */
export async function askForNewEmail(tx: Tx, kit: Kit, person: Person, email: string): Promise<void> {
  if (email.toLowerCase() === person.email.toLowerCase()) throw invalid('email', 'sameEmail');
  if (await emailTaken(tx, email, person.id)) throw await takenAddress(tx, kit, person.companyId, person);
  await mailUndo(tx, kit, person);
  const token = await makeToken(tx, person.id, 'email', tokenLifetimes.verifySeconds, { address: email });
  const mail = accountMail(kit, 'newEmail', { ...person, email }, `${kit.publicUrl}/core/auth/verify#token=${token}`);
  await mailStrangers(tx, systemScope, { from: person.companyId, mails: [mail] });
}

/** The old address is notified at once, and can revert the change. Only the link of the earliest change stays valid. */
async function mailUndo(tx: Tx, kit: Kit, person: Person): Promise<void> {
  const standing = await tx
    .selectFrom('accountToken')
    .select('address')
    .where('userId', '=', person.id)
    .where('purpose', '=', 'email-undo')
    .where('expiresAt', '>', sqlNow)
    .executeTakeFirst();
  const before = standing?.address;
  if (before && before.toLowerCase() !== person.email.toLowerCase()) return;
  const undo = await makeToken(tx, person.id, 'email-undo', tokenLifetimes.undoSeconds, { address: person.email });
  await mailPeople(tx, [accountMail(kit, 'emailAsked', person, `${kit.publicUrl}/core/auth/verify#undo=${undo}`)]);
}

/**
 * Reverts a requested or completed change of address, on behalf of the owner of the old mailbox. The person who made
 * the change knows the password and has a session: both are revoked, and a link to set a new password goes to the old
 * mailbox.
 */
export async function undoEmailChange(tx: Tx, kit: Kit, token: string, caller: SignInOrigin): Promise<void> {
  const waiting = await tx
    .selectFrom('accountToken')
    .select('address')
    .where('tokenHash', '=', mailTokenHash(token))
    .where('purpose', '=', 'email-undo')
    .executeTakeFirst();
  const id = await takeToken(tx, token, 'email-undo');
  const email = waiting?.address;
  if (id === null || !email) throw refuse(410, 'link-expired');
  await endPendingLinks(tx, id);
  await endSessions(tx, id);
  await forgetBrowsers(tx, id);
  const person = await tx
    .updateTable('users')
    .set({ email, passwordHash: await unguessablePassword() })
    .where('id', '=', id)
    .returning(['id', 'companyId', 'email', 'firstName', 'locale', 'status'])
    .executeTakeFirstOrThrow();
  await logAccess(tx, 'email-undone', person, caller);
  if (person.status === 'active') await mailReset(tx, kit, person);
}

/** Replaces the address with the new one and mails the old one. Null for a link that is not valid. */
export async function confirmNewEmail(tx: Tx, kit: Kit, token: string, caller: SignInOrigin): Promise<string | null> {
  const waiting = await tx
    .selectFrom('accountToken')
    .select('address')
    .where('tokenHash', '=', mailTokenHash(token))
    .where('purpose', '=', 'email')
    .executeTakeFirst();
  const userId = await takeToken(tx, token, 'email');
  const address = waiting?.address;
  if (userId === null || !address) return null;
  // Somebody else may have taken the address before the link was followed.
  if (await emailTaken(tx, address, userId)) throw refuse(410, 'link-expired');
  const before = await tx
    .selectFrom('users')
    .select(['id', 'companyId', 'email', 'firstName', 'locale'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ email: address, emailConfirmed: true }).where('id', '=', userId).execute();
  // A link to set a password went to the address that is no longer theirs.
  await endPendingLinks(tx, userId);
  await logAccess(tx, 'email-changed', { ...before, email: address }, caller);
  await mailPeople(tx, [accountMail(kit, 'emailChanged', before, `${kit.publicUrl}/core/auth/sign-in`)]);
  return address;
}

/** An address that was mistyped in an invitation: the link that went there no longer works. */
export async function changeInvitedEmail(
  { tx, kit, actor }: Pick<Context, 'tx' | 'kit' | 'actor'>,
  person: { id: number; companyId: number | null; email: string; invited: boolean },
  email: string,
): Promise<void> {
  if (!person.invited) throw refuse(409, 'has-accepted');
  if (email.toLowerCase() !== person.email.toLowerCase() && (await emailTaken(tx, email)))
    throw await takenAddress(tx, kit, actor.session.user.companyId, person);
  await tx.updateTable('users').set({ email, emailConfirmed: false }).where('id', '=', person.id).execute();
  await mailInvitations(tx, kit, [person.id]);
}

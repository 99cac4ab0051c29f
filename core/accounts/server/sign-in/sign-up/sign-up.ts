import { inSystem } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { signUpRoutes } from '../../../common/sign-up.ts';
import { confirmBillsAddress } from '../../companies/bills-address.ts';
import { assertOwnSession } from '../../companies/company-access.ts';
import { claimInvitations } from '../../companies/company-invitations.ts';
import { accountMail } from '../../messages/account-mails.ts';
import { mailPeople, mayMailLink } from '../../messages/recipients.ts';
import { confirmNewEmail, undoEmailChange } from '../../people/email-change.ts';
import { isInvited, mailInvitations } from '../../people/invite.ts';
import { logAccess, signInOrigin } from '../access-log.ts';
import { endPendingLinks, takeToken } from '../account-tokens.ts';
import { inEqualTime } from '../equal-time.ts';
import { forgetFailures } from '../login-lock.ts';
import { hashPassword } from '../passwords.ts';
import { forgetBrowsers, rememberBrowser } from '../second-factor/known-browser.ts';
import { endSessions } from '../sessions.ts';
import { authPage, confirmSignUp, mailReset, personWith, resendActivation, signUp } from './sign-up-drafts.ts';

type Confirming = Pick<Context, 'tx' | 'kit' | 'request' | 'reply'>;

async function verify({ tx, kit, request }: Confirming, token: string) {
  const person = await confirmSignUp(tx, token);
  if (!person) {
    const email = await confirmNewEmail(tx, kit, token, signInOrigin(request));
    const confirmed = email ?? (await confirmBillsAddress(tx, token));
    if (confirmed !== null) return { email: confirmed };
    throw refuse(410, 'link-expired');
  }
  await logAccess(tx, 'verified', person, signInOrigin(request));
  if (person.companyId) await claimInvitations(tx, person.companyId, person.email);
  return { email: person.email };
}

async function setPassword({ tx, kit, request, reply }: Confirming, token: string, password: string) {
  const reset = await takeToken(tx, token, 'reset');
  const userId = reset ?? (await takeToken(tx, token, 'invite')) ?? (await takeToken(tx, token, 'verify'));
  if (userId === null) throw refuse(410, 'link-expired');
  const begins = reset === null;
  const person = await tx
    .updateTable('users')
    // Following the link has shown that the address is theirs.
    .set({ passwordHash: await hashPassword(password), emailConfirmed: true })
    .$if(begins, (query) => query.set({ status: 'active' }))
    .where('id', '=', userId)
    .returning(['id', 'companyId', 'email', 'firstName', 'locale', 'role'])
    .executeTakeFirstOrThrow();
  if (begins && person.companyId !== null && person.role === 'Admin')
    await claimInvitations(tx, person.companyId, person.email);
  await endSessions(tx, userId);
  await endPendingLinks(tx, userId);
  await forgetFailures(tx, person.email.toLowerCase());
  await forgetBrowsers(tx, userId);
  await rememberBrowser(tx, kit, userId, request, reply);
  await logAccess(tx, 'password-reset', person, signInOrigin(request));
  if (!begins) await mailPeople(tx, [accountMail(kit, 'changed', person, authPage(kit, 'sign-in'))]);
  return null;
}

export const signUpHandlers: Handlers<typeof signUpRoutes> = {
  signUp({ kit, body, request }) {
    const work = async () => {
      // Hashed in any case, so that the response time reveals nothing.
      const passwordHash = await hashPassword(body.password);
      await inSystem(kit.signIn.db, async (tx) => {
        await signUp(tx, kit, body, passwordHash);
        await logAccess(tx, 'signed-up', { id: null, companyId: null, email: body.email }, signInOrigin(request));
      });
      return null;
    };
    return inEqualTime(work());
  },
  verify: (context) => verify(context, context.body.token),
  verifyByPath: (context) => verify(context, context.params.token),
  async resendActivation({ kit, body }) {
    await inEqualTime(inSystem(kit.signIn.db, (tx) => resendActivation(tx, kit, body.email)));
    return null;
  },
  async forgotPassword({ kit, body }) {
    const work = inSystem(kit.signIn.db, async (tx) => {
      const person = await personWith(tx, body.email);
      if (person?.status === 'active' && (await mayMailLink(tx, person, 'reset'))) await mailReset(tx, kit, person);
    });
    await inEqualTime(work);
    return null;
  },
  setPassword: (context) => setPassword(context, context.body.token, context.body.password),
  setPasswordByPath: (context) => setPassword(context, context.params.token, context.body.password),
  async undoEmailChange({ tx, kit, body, request }) {
    await undoEmailChange(tx, kit, body.token, signInOrigin(request));
    return null;
  },
  async resetFor({ tx, kit, params, actor, request }) {
    const seen = await tx
      .selectFrom('users')
      .select(['id', 'companyId', 'status', 'role'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    const invited = seen !== undefined && (await inSystem(kit.signIn.db, (system) => isInvited(system, params.id)));
    if (!seen || (seen.status !== 'active' && !invited)) throw refuse(404, 'not-found');
    if (seen.role === 'Admin') assertOwnSession(actor);
    await inSystem(kit.signIn.db, async (system) => {
      const person = await system
        .selectFrom('users')
        .select(['id', 'email', 'firstName', 'locale'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      await (invited ? mailInvitations(system, kit, [person.id]) : mailReset(system, kit, person));
    });
    const { id, companyId } = seen;
    await logAccess(tx, 'link-sent', { id, companyId, email: actor.email }, signInOrigin(request));
    return null;
  },
};

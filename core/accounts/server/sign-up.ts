import { sql } from 'kysely';
import type { z } from 'zod';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type signUpBody, type signUpRoutes, tokenLifetimes } from '../common/sign-up.ts';
import { callerOf, logAccess } from './access-log.ts';
import { accountMail } from './account-mails.ts';
import { makeToken, takeToken } from './account-tokens.ts';
import { claimInvitations, openInvitation } from './company-invitations.ts';
import { confirmNewEmail } from './email-change.ts';
import { isInvited, mailInvitations } from './invite.ts';
import { forgetFailures } from './login-lock.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

const page = (kit: Kit, path: string, token?: string) =>
  `${kit.publicUrl}/core/auth/${path}${token ? `?token=${token}` : ''}`;

const personWith = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'companyId', 'email', 'firstName', 'locale', 'status'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

async function signUp(tx: Tx, kit: Kit, body: z.infer<typeof signUpBody>, passwordHash: string): Promise<void> {
  const known = await personWith(tx, body.email);
  // The answer is the same: only who reads the mailbox learns that the address is taken.
  if (known) {
    // Who never confirmed cannot sign in: what helps them is another link.
    if (await isWaiting(tx, known)) return mailActivation(tx, kit, known);
    return queueMail(tx, accountMail('known', known, page(kit, 'sign-in')));
  }
  const invitation = body.invitation ? await openInvitation(tx, body.invitation) : undefined;
  // Another address than the invited one makes an ordinary customer.
  const invited = invitation?.email.toLowerCase() === body.email.toLowerCase() ? invitation : undefined;
  const company = await tx
    .insertInto('company')
    .values({
      name: body.companyName,
      email: body.email,
      type: invited?.companyType ?? 'Customer',
      countryId: body.countryId ?? null,
      ...(body.timeZone ? { timeZone: body.timeZone } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = await tx
    .insertInto('users')
    .values({
      companyId: company.id,
      email: body.email,
      firstName: body.firstName,
      lastName: body.lastName,
      phone: body.phone ?? null,
      locale: body.locale,
      role: 'Admin',
      adminType: null,
      fleetRole: null,
      status: 'inactive',
      passwordHash,
    })
    .returning(['id', 'email', 'firstName', 'locale'])
    .executeTakeFirstOrThrow();
  await mailActivation(tx, kit, person);
}

type Addressed = { id: number; email: string; firstName: string; locale: 'en' | 'ar' };

async function mailActivation(tx: Tx, kit: Kit, person: Addressed): Promise<void> {
  const token = await makeToken(tx, person.id, 'verify', tokenLifetimes.verifySeconds);
  await queueMail(tx, accountMail('verify', person, page(kit, 'verify', token)));
}

/** Only who signed up and never confirmed: somebody whom an administrator deactivated stays so. */
async function isWaiting(tx: Tx, { id, status }: { id: number; status: string }): Promise<boolean> {
  if (status !== 'inactive') return false;
  const found = await sql`SELECT FROM account_token WHERE user_id = ${id} AND purpose = 'verify'`.execute(tx);
  return found.rows.length > 0;
}

async function mailReset(tx: Tx, kit: Kit, person: Addressed): Promise<void> {
  const token = await makeToken(tx, person.id, 'reset', tokenLifetimes.resetSeconds);
  await queueMail(tx, accountMail('reset', person, page(kit, 'reset-password', token)));
}

export const signUpHandlers: Handlers<typeof signUpRoutes> = {
  async signUp({ tx, kit, body, request }) {
    // Hashed in any case, so that the time of the answer tells nothing.
    const passwordHash = await hashPassword(body.password);
    await signUp(tx, kit, body, passwordHash);
    await logAccess(tx, 'signed-up', { id: null, companyId: null, email: body.email }, callerOf(request));
    return null;
  },
  async verify({ tx, kit, params, request }) {
    const userId = await takeToken(tx, params.token, 'verify');
    if (userId === null) {
      if (await confirmNewEmail(tx, kit, params.token, callerOf(request))) return null;
      throw refuse(410, 'link-expired');
    }
    const person = await tx
      .updateTable('users')
      .set({ status: 'active' })
      .where('id', '=', userId)
      .where('status', '=', 'inactive')
      .returning(['id', 'companyId', 'email'])
      .executeTakeFirst();
    if (person) await logAccess(tx, 'verified', person, callerOf(request));
    if (person?.companyId) await claimInvitations(tx, person.companyId, person.email);
    return null;
  },
  async resendActivation({ tx, kit, body }) {
    const person = await personWith(tx, body.email);
    if (person && (await isWaiting(tx, person))) await mailActivation(tx, kit, person);
    return null;
  },
  async forgotPassword({ tx, kit, body }) {
    const person = await personWith(tx, body.email);
    if (person?.status === 'active') await mailReset(tx, kit, person);
    return null;
  },
  async setPassword({ tx, kit, params, body, request }) {
    const invited = await takeToken(tx, params.token, 'invite');
    const userId = invited ?? (await takeToken(tx, params.token, 'reset'));
    if (userId === null) throw refuse(410, 'link-expired');
    const person = await tx
      .updateTable('users')
      .set({
        passwordHash: await hashPassword(body.password),
        ...(invited === null ? {} : { status: 'active' as const }),
      })
      .where('id', '=', userId)
      .returning(['id', 'companyId', 'email', 'firstName', 'locale', 'role'])
      .executeTakeFirstOrThrow();
    // Setting the password by the link has shown that the address is theirs.
    if (invited !== null && person.companyId !== null && person.role === 'Admin')
      await claimInvitations(tx, person.companyId, person.email);
    await endSessions(tx, userId);
    await forgetFailures(tx, person.email.toLowerCase());
    await logAccess(tx, 'password-reset', person, callerOf(request));
    if (invited === null) await queueMail(tx, accountMail('changed', person, page(kit, 'sign-in')));
    return null;
  },
  async resetFor({ tx, kit, params, actor, request }) {
    const seen = await tx
      .selectFrom('users')
      .select(['id', 'companyId', 'status'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    const invited = seen !== undefined && (await inSystem(kit.db, (system) => isInvited(system, params.id)));
    if (!seen || (seen.status !== 'active' && !invited)) throw refuse(404, 'not-found');
    await inSystem(kit.db, async (system) => {
      const person = await system
        .selectFrom('users')
        .select(['id', 'email', 'firstName', 'locale'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      await (invited ? mailInvitations(system, kit, [person.id]) : mailReset(system, kit, person));
    });
    await logAccess(tx, 'link-sent', { ...seen, email: actor.email }, callerOf(request));
    return null;
  },
};

import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { UserInfo } from '../../common/user.ts';
import { assertOwnSession } from '../companies/company-access.ts';
import { mailPerson } from '../people/mail-person.ts';
import { findUserInfo } from '../people/user-info.ts';
import { logAccess, type SignInOrigin } from './access-log.ts';
import { mayWorkAsOwner } from './session-validity.ts';
import { openSession, type SessionTokens } from './sessions.ts';

/**
 * A short session as the first administrator of a company, for a Super Admin or an administrator of its engaged
 * provider. It ends with the session that opened it, or when that right is withdrawn. The access log of the company
 * shows who it was.
 */
export async function loginAsOwner(
  tx: Tx,
  kit: Kit,
  actor: Actor,
  companyId: number,
  caller: SignInOrigin,
): Promise<SessionTokens & { user: UserInfo }> {
  assertOwnSession(actor);
  const impersonatedBy = actor.session.user.id;
  return bypassRls(tx, actor.scope, async () => {
    const entitled = await sql`
      SELECT FROM users o LEFT JOIN company oc ON oc.id = o.company_id
       WHERE o.id = ${impersonatedBy} AND ${mayWorkAsOwner('o', 'oc', sql`${companyId}`)}`.execute(tx);
    if (entitled.rows.length === 0) throw refuse(403, 'customer-not-allowed');
    const owner = await tx
      .selectFrom('users')
      .select(['id', 'email', 'companyId'])
      .where('companyId', '=', companyId)
      .where('role', '=', 'Admin')
      .where('status', '=', 'active')
      .orderBy('id')
      .executeTakeFirst();
    if (!owner) throw refuse(404, 'not-found');
    const opener = { impersonatedBy, openerSession: actor.sessionId };
    const tokens = await openSession(tx, kit, owner.id, { ...caller, shortTerm: true, opener });
    await logAccess(tx, 'login-as-owner', { id: owner.id, companyId, email: actor.email }, caller);
    await mailPerson(tx, kit, owner.id, 'openedByOther', `/core/users/profile/${owner.id}?tab=security`);
    return { ...tokens, user: await findUserInfo(tx, owner.id, actor.locale) };
  });
}

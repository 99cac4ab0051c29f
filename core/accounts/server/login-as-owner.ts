import { asAll, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { UserInfo } from '../common/user.ts';
import { type Caller, logAccess } from './access-log.ts';
import { mailPerson } from './mail-person.ts';
import { openSession, type Tokens } from './sessions.ts';
import { findUserInfo } from './user-info.ts';

/** In a session as the owner of a company nothing is changed that keeps the owner's own account safe. */
export function assertOwnSession({ scope }: Actor): void {
  if (scope.openedBy) throw refuse(409, 'not-as-owner');
}

/**
 * A short session as the first administrator of a company, for a Super Admin or an administrator of its engaged
 * provider. The access log of the company tells who opened it.
 */
export async function loginAsOwner(
  tx: Tx,
  kit: Kit,
  actor: Actor,
  companyId: number,
  caller: Caller,
): Promise<Tokens & { user: UserInfo }> {
  const { user } = actor.session;
  return asAll(tx, actor.scope, async () => {
    if (user.adminType !== 'Super Admin') {
      const client = await tx
        .selectFrom('companyClient')
        .select('contractAbilities')
        .where('providerId', '=', user.companyId ?? 0)
        .where('clientId', '=', companyId)
        .executeTakeFirst();
      // A contract that names abilities gives those, not the owner's own rights.
      if (!user.isAdmin || !client || client.contractAbilities !== null) throw refuse(403, 'customer-not-allowed');
    }
    const owner = await tx
      .selectFrom('users')
      .select(['id', 'email', 'companyId'])
      .where('companyId', '=', companyId)
      .where('role', '=', 'Admin')
      .where('status', '=', 'active')
      .orderBy('id')
      .executeTakeFirst();
    if (!owner) throw refuse(404, 'not-found');
    // Who works as an owner already stays the one who does.
    const openedBy = actor.scope.openedBy ?? user.id;
    const tokens = await openSession(tx, kit, owner.id, { ...caller, shortTerm: true, openedBy });
    await logAccess(tx, 'login-as-owner', { id: owner.id, companyId, email: actor.email }, caller);
    await mailPerson(tx, kit, owner.id, 'openedByOther', `/core/users/profile/${owner.id}?tab=security`);
    return { ...tokens, user: await findUserInfo(tx, owner.id, actor.locale) };
  });
}

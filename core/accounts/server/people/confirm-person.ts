import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { invalid, type Refusal, refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import { logAccess, type SignInOrigin } from '../sign-in/access-log.ts';
import { countFailure, isLocked, sessionLockName } from '../sign-in/login-lock.ts';
import { passwordMatches } from '../sign-in/passwords.ts';

type Confirmation = { kit: Kit; actor: Actor; caller: SignInOrigin };

/**
 * Before a change to the protection of an account, the user of the session must prove to be the owner of the account.
 * Wrong answers are counted and logged in a separate transaction, because the refusal rolls back everything else; five
 * of them lock this session, and only this one, for such changes.
 */
export async function assertConfirmed(
  { kit, actor, caller }: Confirmation,
  isRight: () => Promise<boolean>,
  refusal: Error | Refusal,
): Promise<void> {
  const { id, companyId } = actor.session.user;
  const place = sessionLockName(actor.sessionId);
  const email = actor.email.toLowerCase();
  if (await inSystem(kit.signIn.db, (tx) => isLocked(tx, email, [place]))) throw refuse(423, 'account-locked');
  if (await isRight()) return;
  await inSystem(kit.signIn.db, async (tx) => {
    await countFailure(tx, email, [place]);
    await logAccess(tx, 'unconfirmed', { id, companyId, email: actor.email }, caller);
  });
  throw refusal;
}

/** Whether the user of the session knows the password of its person. */
export async function assertPassword(asked: Confirmation, password: string | undefined): Promise<void> {
  if (!password) throw invalid('currentPassword', 'Required');
  const { id } = asked.actor.session.user;
  const isRight = async () => {
    const stored = await inSystem(asked.kit.signIn.db, (tx) =>
      tx.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    return passwordMatches(stored.passwordHash, password);
  };
  await assertConfirmed(asked, isRight, invalid('currentPassword', 'wrongPassword'));
}

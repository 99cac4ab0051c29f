import { sql } from 'kysely';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Handler } from '#platform/server/serve.ts';
import { lifetimes } from '../../../common/auth.ts';
import type { securityRoutes } from '../../../common/sign-up.ts';
import { assertOwnSession } from '../../companies/company-access.ts';
import { assertConfirmed, assertPassword } from '../../people/confirm-person.ts';
import { signInOrigin } from '../access-log.ts';
import { acceptsCode, hasSecondFactor, takeRecoveryCode } from './second-factor.ts';

/**
 * Refuses with 409 `proof-needed` if the person of the session has not proved who they are within minutes; `by` is what
 * proves it: a code for accounts with a second factor, else the password. A program with a token proves it by the token.
 */
export async function assertRecentProof(tx: Tx, { sessionId, scope }: Actor): Promise<void> {
  if (sessionId === '') return;
  const { rows } = await bypassRls(tx, scope, () =>
    sql<{ recent: boolean; hasCodes: boolean }>`
      SELECT coalesce(s.proved_at > now() - ${lifetimes.proofSeconds} * interval '1 second', false) AS recent,
             EXISTS (SELECT FROM second_factor f WHERE f.user_id = s.user_id AND f.enabled) AS has_codes
        FROM session s WHERE s.id = ${sessionId}::uuid`.execute(tx),
  );
  const [found] = rows;
  if (!found?.recent) throw refuse(409, 'proof-needed', { by: found?.hasCodes ? 'code' : 'password' });
}

/** The person of the session proves who they are. Somebody who acts as the owner of a company cannot do it for them. */
export const prove: Handler<(typeof securityRoutes)['prove']> = ({ tx, kit, body, actor, request }) => {
  assertOwnSession(actor);
  const { id } = actor.session.user;
  const asked = { kit, actor, caller: signInOrigin(request) };
  return bypassRls(tx, actor.scope, async () => {
    if (await hasSecondFactor(tx, id)) {
      const code = body.code ?? '';
      const isRight = async () => (await acceptsCode(tx, kit, id, code)) || (await takeRecoveryCode(tx, id, code));
      await assertConfirmed(asked, isRight, refuse(422, 'wrong-code'));
    } else await assertPassword(asked, body.currentPassword);
    await tx
      .updateTable('session')
      .set({ provedAt: sqlNow })
      .where('id', '=', actor.sessionId)
      .where('userId', '=', id)
      .execute();
    return null;
  });
};

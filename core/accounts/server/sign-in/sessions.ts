import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { forgetGuesses } from '#platform/server/http/guess-limit.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import { lifetimes } from '../../common/auth.ts';
import { forgetMessageCounts } from '../messages/message-counts.ts';
import { logAccess, type SignInOrigin } from './access-log.ts';
import { signAccessToken } from './access-token.ts';
import { forgetOldBrowsers } from './second-factor/known-browser.ts';
import { sessionLives } from './session-validity.ts';

export type SessionTokens = { token: string; refreshToken: string };

const hashOf = (refreshToken: string) => createHash('sha256').update(refreshToken).digest();

/** The successor of a refresh token: only hashes are stored, so it is computed again for a repeated request. */
const successorOf = (kit: Kit, refreshToken: string) =>
  createHmac('sha256', kit.secrets.signing).update(`refresh token after ${refreshToken}`).digest('base64url');

async function addRefreshToken(
  tx: Tx,
  sessionId: string,
  refreshToken = randomBytes(32).toString('base64url'),
): Promise<string> {
  await tx
    .insertInto('refreshToken')
    .values({ tokenHash: hashOf(refreshToken), sessionId })
    .execute();
  return refreshToken;
}

export async function openSession(
  tx: Tx,
  kit: Kit,
  userId: number,
  caller: SignInOrigin & { shortTerm: boolean; opener?: { impersonatedBy: number; openerSession: string } },
): Promise<SessionTokens> {
  const seconds = caller.shortTerm ? lifetimes.shortSessionSeconds : lifetimes.sessionSeconds;
  const { id: sessionId } = await tx
    .insertInto('session')
    .values({
      userId,
      expiresAt: new Date(Date.now() + seconds * 1000),
      address: caller.address,
      userAgent: caller.userAgent,
      ...(caller.opener ?? { provedAt: sqlNow }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    token: await signAccessToken({ userId, sessionId }, kit.secrets.signing),
    refreshToken: await addRefreshToken(tx, sessionId),
  };
}

/**
 * Each refresh token works once. A second use means that somebody else has a copy: the whole session ends. Within seconds
 * it is the same browser, which gets the same answer.
 */
export async function refreshSession(kit: Kit, refreshToken: string, caller: SignInOrigin): Promise<SessionTokens> {
  const tokens = await inSystem(kit.signIn.db, async (tx) => {
    const tokenHash = hashOf(refreshToken);
    const next = successorOf(kit, refreshToken);
    const fresh = await tx
      .updateTable('refreshToken')
      .set({ usedAt: sqlNow })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null)
      .returning('sessionId')
      .executeTakeFirst();
    const sessionId = fresh?.sessionId ?? (await justRefreshed(tx, tokenHash));
    if (sessionId === undefined) return endReused(tx, tokenHash, caller);
    const userId = await personOfLiving(tx, sessionId);
    if (userId === undefined) return null;
    if (fresh) {
      await addRefreshToken(tx, sessionId, next);
      await tx.updateTable('session').set({ lastUsedAt: sqlNow }).where('id', '=', sessionId).execute();
    }
    return { token: await signAccessToken({ userId, sessionId }, kit.secrets.signing), refreshToken: next };
  });
  if (!tokens) throw refuse(401, 'session-ended');
  return tokens;
}

async function justRefreshed(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const found = await tx
    .selectFrom('refreshToken')
    .select('sessionId')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', '>', sqlAgo(lifetimes.refreshGraceSeconds, 'second'))
    .executeTakeFirst();
  return found?.sessionId;
}

/** The person of a session, while it may be used. */
async function personOfLiving(tx: Tx, sessionId: string): Promise<number | undefined> {
  const found = await sql<{ userId: number }>`
    SELECT u.id AS user_id FROM session s JOIN users u ON u.id = s.user_id LEFT JOIN company c ON c.id = u.company_id
     WHERE s.id = ${sessionId}::uuid AND ${sessionLives}`.execute(tx);
  return found.rows[0]?.userId;
}

async function endReused(tx: Tx, tokenHash: Buffer, caller: SignInOrigin): Promise<null> {
  const ended = await tx
    .updateTable('session')
    .set({ revokedAt: sqlNow })
    .where('revokedAt', 'is', null)
    .where('id', '=', (some) => some.selectFrom('refreshToken').select('sessionId').where('tokenHash', '=', tokenHash))
    .returning('userId')
    .executeTakeFirst();
  if (!ended) return null;
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'companyId', 'email'])
    .where('id', '=', ended.userId)
    .executeTakeFirstOrThrow();
  await logAccess(tx, 'reuse', owner, caller);
  return null;
}

/**
 * Ends sessions of a person: all, one, or all but one; and those that were opened in them, as the owner of a company.
 * Runs as the role that sees all rows: the sessions opened in them are those of other people.
 */
export async function endSessions(
  tx: Tx,
  userId: number,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  const { only = null, except = null } = which;
  await sql`
    WITH ended AS (
      SELECT id FROM session WHERE user_id = ${userId} AND revoked_at IS NULL AND id = coalesce(${only}::uuid, id) AND id IS DISTINCT FROM ${except}::uuid)
    UPDATE session SET revoked_at = now() WHERE revoked_at IS NULL AND (id IN (SELECT id FROM ended) OR opener_session IN (SELECT id FROM ended))`.execute(
    tx,
  );
}

/** Ends the sessions in which people of a provider work as the owner of its client. */
export async function endOwnerSessions(tx: Tx, providerId: number, clientId: number): Promise<void> {
  await sql`
    UPDATE session s SET revoked_at = now() FROM users opener, users owner
     WHERE opener.id = s.impersonated_by AND owner.id = s.user_id AND opener.company_id = ${providerId} AND owner.company_id = ${clientId}
       AND s.revoked_at IS NULL`.execute(tx);
}

/** Deletes sessions that ended a month ago, with their refresh tokens. */
export async function forgetOldSessions(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    await tx.deleteFrom('session').where('expiresAt', '<', sqlAgo(30, 'day')).execute();
    await tx.deleteFrom('loginFailure').where('since', '<', sqlAgo(2, 'day')).execute();
    await forgetOldBrowsers(tx);
    await forgetMessageCounts(tx);
  });
  await forgetGuesses(kit);
}

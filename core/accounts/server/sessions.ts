import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import { lifetimes } from '../common/auth.ts';
import { type Caller, logAccess } from './access-log.ts';
import { signAccessToken } from './access-token.ts';

export type Tokens = { token: string; refreshToken: string };

const hashOf = (refreshToken: string) => createHash('sha256').update(refreshToken).digest();

async function addRefreshToken(tx: Tx, sessionId: string): Promise<string> {
  const refreshToken = randomBytes(32).toString('base64url');
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
  caller: Caller & { shortTerm: boolean; openedBy?: number },
): Promise<Tokens> {
  const seconds = caller.shortTerm ? lifetimes.shortSessionSeconds : lifetimes.sessionSeconds;
  const { id: sessionId } = await tx
    .insertInto('session')
    .values({
      userId,
      expiresAt: new Date(Date.now() + seconds * 1000),
      address: caller.address,
      userAgent: caller.userAgent,
      openedBy: caller.openedBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    token: await signAccessToken({ userId, sessionId }, kit.secrets.signing),
    refreshToken: await addRefreshToken(tx, sessionId),
  };
}

/** Each refresh token works once. A second use means that somebody else has a copy: the whole session ends. */
export async function refreshSession(kit: Kit, refreshToken: string, caller: Caller): Promise<Tokens> {
  const tokens = await inSystem(kit.db, async (tx) => {
    const tokenHash = hashOf(refreshToken);
    const fresh = await tx
      .updateTable('refreshToken')
      .set({ usedAt: sql<string>`now()` })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null)
      .returning('sessionId')
      .executeTakeFirst();
    if (!fresh) return endReused(tx, tokenHash, caller);
    const open = await openSessionOf(tx, fresh.sessionId);
    if (!open) return null;
    const token = await signAccessToken({ userId: open.userId, sessionId: fresh.sessionId }, kit.secrets.signing);
    return { token, refreshToken: await addRefreshToken(tx, fresh.sessionId) };
  });
  if (!tokens) throw refuse(401, 'session-ended');
  return tokens;
}

async function endReused(tx: Tx, tokenHash: Buffer, caller: Caller): Promise<null> {
  const ended = await tx
    .updateTable('session')
    .set({ revokedAt: sql<string>`now()` })
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

const openSessionOf = (tx: Tx, sessionId: string) =>
  tx
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.userId')
    .leftJoin('company', 'company.id', 'users.companyId')
    .select('session.userId')
    .where('session.id', '=', sessionId)
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .where((some) => some.or([some('users.expiresAt', 'is', null), some('users.expiresAt', '>', sql<string>`now()`)]))
    .where((some) => some.or([some('company.id', 'is', null), some('company.status', '=', 'Active')]))
    .executeTakeFirst();

/** Ends sessions of a person: all, one, or all but one. */
export async function endSessions(
  tx: Tx,
  userId: number,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revokedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only as string))
    .$if(which.except !== undefined, (query) => query.where('id', '<>', which.except as string))
    .execute();
}

/** Sessions that ended a month ago go, and their refresh tokens with them. */
export async function forgetOldSessions(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    await tx.deleteFrom('session').where('expiresAt', '<', sql<string>`now() - interval '30 days'`).execute();
    await tx.deleteFrom('loginFailure').where('since', '<', sql<string>`now() - interval '1 day'`).execute();
  });
}

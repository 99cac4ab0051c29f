import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlNow } from '#platform/server/postgres/values.ts';

const cookie = 'rasid_browser';
const days = 180;
const kept = 20;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

function tokenOf(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

/** The browser of the request, if it identifies itself, regardless of the people who signed in there. */
export function browserOf(request: FastifyRequest): Buffer | null {
  const token = tokenOf(request);
  return token ? hashOf(token) : null;
}

/** Whether a person has signed in in this browser before. */
export async function isKnownBrowser(tx: Tx, userId: number, browser: Buffer): Promise<boolean> {
  const found = await tx
    .selectFrom('knownBrowser')
    .where('userId', '=', userId)
    .where('tokenHash', '=', browser)
    .where('lastUsedAt', '>', sqlAgo(days, 'day'))
    .execute();
  return found.length > 0;
}

/** Stores the browser as one of the person's, and gives it the token that identifies it later. */
export async function rememberBrowser(
  tx: Tx,
  kit: Kit,
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = tokenOf(request) ?? randomBytes(32).toString('base64url');
  await tx
    .insertInto('knownBrowser')
    .values({ userId, tokenHash: hashOf(token) })
    .onConflict((conflict) => conflict.columns(['userId', 'tokenHash']).doUpdateSet({ lastUsedAt: sqlNow }))
    .execute();
  await sql`
    DELETE FROM known_browser WHERE user_id = ${userId} AND token_hash IN (
      SELECT token_hash FROM known_browser WHERE user_id = ${userId} ORDER BY last_used_at DESC OFFSET ${kept})`.execute(
    tx,
  );
  const secure = kit.publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookie}=${token}; Path=/api/; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** After a password reset, browsers that knew the old password are unknown. */
export async function forgetBrowsers(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('knownBrowser').where('userId', '=', userId).execute();
}

export async function forgetOldBrowsers(tx: Tx): Promise<void> {
  await tx.deleteFrom('knownBrowser').where('lastUsedAt', '<', sqlAgo(days, 'day')).execute();
}

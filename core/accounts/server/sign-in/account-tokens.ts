import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlFromNow, sqlNow } from '#platform/server/postgres/values.ts';

export type TokenPurpose = 'verify' | 'reset' | 'phone' | 'invite' | 'email' | 'email-undo' | 'sign-in';

export const mailTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Creates a token for a link, which replaces an older one for the same purpose; only its hash is stored. */
export async function makeToken(
  tx: Tx,
  userId: number,
  purpose: TokenPurpose,
  seconds: number,
  { token = randomBytes(32).toString('base64url'), address = null }: { token?: string; address?: string | null } = {},
): Promise<string> {
  await tx
    .insertInto('accountToken')
    .values({
      userId,
      purpose,
      tokenHash: mailTokenHash(token),
      expiresAt: sqlFromNow(seconds, 'second'),
      address,
    })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'purpose']).doUpdateSet((row) => ({
        tokenHash: row.ref('excluded.tokenHash'),
        address: row.ref('excluded.address'),
        expiresAt: row.ref('excluded.expiresAt'),
        tries: 0,
        createdAt: sqlNow,
      })),
    )
    .execute();
  return token;
}

/** Like `makeToken` for many people, in one statement: person → token. */
export async function makeTokens(
  tx: Tx,
  userIds: readonly number[],
  purpose: TokenPurpose,
  seconds: number,
): Promise<Map<number, string>> {
  const tokens = new Map(userIds.map((id) => [id, randomBytes(32).toString('base64url')]));
  const hashes = [...tokens.values()].map(mailTokenHash);
  await sql`INSERT INTO account_token (user_id, purpose, token_hash, expires_at)
    SELECT id, ${purpose}, hash, now() + ${seconds} * interval '1 second' FROM unnest(${[...tokens.keys()]}::integer[], ${hashes}::bytea[]) AS n (id, hash)
    ON CONFLICT (user_id, purpose) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at, tries = 0, created_at = now()`.execute(
    tx,
  );
  return tokens;
}

/**
 * The person that a token was sent to, once; null for one that is unknown, used or expired. Further changes in the
 * transaction are attributed to that person.
 */
export async function takeToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<number | null> {
  const taken = await tx
    .deleteFrom('accountToken')
    .where('tokenHash', '=', mailTokenHash(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sqlNow)
    .returning('userId')
    .executeTakeFirst();
  const userId = taken?.userId ?? null;
  if (userId !== null) await sql`SELECT set_config('rasid.user', ${String(userId)}, true)`.execute(tx);
  return userId;
}

/** Invalidates links that were sent and not followed yet. */
export async function endTokens(tx: Tx, userId: number, purposes: readonly TokenPurpose[]): Promise<void> {
  await tx.deleteFrom('accountToken').where('userId', '=', userId).where('purpose', '=', anyOf(purposes)).execute();
}

/** A change of password or status also invalidates pending links that could change the account. */
export async function endPendingLinks(tx: Tx, userId: number): Promise<void> {
  await endTokens(tx, userId, ['verify', 'reset', 'email', 'sign-in']);
  await tx.deleteFrom('signUp').where('userId', '=', userId).execute();
}

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import { recoveryCodeCount } from '../../../common/sign-up.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';

const stepSeconds = 30;
const totpOf = (email: string, secret: Secret) =>
  new TOTP({ issuer: 'Rasid', label: email, secret, digits: 6, period: stepSeconds });
const boundTo = (userId: number) => `second factor of user ${userId}`;
const plain = (code: string) => code.replaceAll(/[^0-9a-z]/gi, '').toLowerCase();
/** For codes that were issued before codes were hashed like passwords. */
const quickHash = (code: string) => createHash('sha256').update(plain(code)).digest();
/** Ten of these letters and digits, which cannot be mistaken for each other, have 50 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const newCode = () => Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');

type Stored = { sealed: Buffer; enabled: boolean; lastStep: number };

async function stored(tx: Tx, userId: number): Promise<Stored | undefined> {
  return tx
    .selectFrom('secondFactor')
    .select(['sealed', 'enabled', 'lastStep'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function hasSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  return (await stored(tx, userId))?.enabled ?? false;
}

/** Stores a new secret, not yet required at sign-in, and returns it with the address that phones scan. */
export async function beginSecondFactor(
  tx: Tx,
  kit: Kit,
  userId: number,
  email: string,
): Promise<{ secret: string; address: string }> {
  const secret = new Secret({ size: 20 });
  const sealed = seal(kit.secrets.sealing, secret.base32, boundTo(userId));
  await sql`INSERT INTO second_factor (user_id, sealed) VALUES (${userId}, ${sealed})
    ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, last_step = 0 WHERE NOT second_factor.enabled`.execute(
    tx,
  );
  return { secret: secret.base32, address: totpOf(email, secret).toString() };
}

/** Whether the code is right now, one step of the clock to either side; each step is accepted once. */
export async function acceptsCode(tx: Tx, kit: Kit, userId: number, code: string): Promise<boolean> {
  const known = await stored(tx, userId);
  if (!known || !/^\d{6}$/.test(code)) return false;
  const secret = Secret.fromBase32(unseal(kit.secrets.sealing, known.sealed, boundTo(userId)));
  const delta = totpOf('', secret).validate({ token: code, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(Date.now() / 1000 / stepSeconds) + delta;
  if (step <= known.lastStep) return false;
  await tx.updateTable('secondFactor').set({ lastStep: step }).where('userId', '=', userId).execute();
  return true;
}

/** Uses up a recovery code. */
export async function takeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  if (plain(code).length !== 10) return false;
  const kept = await tx
    .selectFrom('recoveryCode')
    .select(['id', 'codeHash', 'slowHash'])
    .where('userId', '=', userId)
    .forUpdate()
    .execute();
  for (const { id, codeHash, slowHash } of kept) {
    const right = slowHash === null ? codeHash?.equals(quickHash(code)) : await passwordMatches(slowHash, plain(code));
    if (!right) continue;
    await tx.deleteFrom('recoveryCode').where('id', '=', id).execute();
    return true;
  }
  return false;
}

/** Requires it at sign-in from now on; the recovery codes are shown only this once. */
export async function enableSecondFactor(tx: Tx, userId: number): Promise<string[]> {
  await tx.updateTable('secondFactor').set({ enabled: true }).where('userId', '=', userId).execute();
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const hashes = await Promise.all(codes.map(hashPassword));
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await sql`INSERT INTO recovery_code (user_id, slow_hash) SELECT ${userId}, unnest(${hashes}::text[])`.execute(tx);
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

export async function disableSecondFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('secondFactor').where('userId', '=', userId).execute();
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
}

export async function recoveryCodesLeft(tx: Tx, userId: number): Promise<number> {
  const found = await sql<{ n: number }>`SELECT count(*) AS n FROM recovery_code WHERE user_id = ${userId}`.execute(tx);
  return found.rows[0]?.n ?? 0;
}

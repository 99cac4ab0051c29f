import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';

/**
 * Five failures within 15 minutes lock sign-in for 15 minutes, but only for their origin: a browser that has signed in
 * before, else a network address. The right password is not refused anywhere else.
 */
const allowed = 5;
const lockMinutes = 15;
/**
 * After this many guesses from many places together, the password alone is enough only in known browsers. Others also
 * need a code, from the authenticator app or by mail, for periods that double up to a day.
 */
const allowedEverywhere = 50;
const longestBrakeMinutes = 1440;

export const everywhere = '*';
export const atAddress = (address: string) => `address ${address}`;
export const inBrowser = (tokenHash: Buffer) => `browser ${tokenHash.toString('hex')}`;
export const sessionLockName = (sessionId: string) => `session ${sessionId}`;
/** Counts codes that are tried although a place is locked or the account is throttled. */
export const pastLock = 'code';

export async function isLocked(tx: Tx, email: string, places: readonly string[]): Promise<boolean> {
  const found = await tx
    .selectFrom('loginFailure')
    .select('place')
    .where('email', '=', email)
    .where('place', 'in', places)
    .where('lockedUntil', '>', sqlNow)
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts one more at each of the places; returns whether this locked one of them. */
export async function countFailure(tx: Tx, email: string, places: readonly string[]): Promise<{ locked: boolean }> {
  let locked = false;
  for (const place of places) {
    const limit = place === everywhere ? allowedEverywhere : allowed;
    const longest = place === everywhere ? longestBrakeMinutes : lockMinutes;
    const recent = sql`f.since > now() - ${lockMinutes} * interval '1 minute'`;
    const full = sql`(${recent} AND f.failures + 1 >= ${limit}::integer)`;
    const before = sql`(CASE WHEN f.since > now() - interval '1 day' THEN f.locks ELSE 0 END)`;
    const counted = await sql<{ locked: boolean }>`
      INSERT INTO login_failure AS f (email, place, failures) VALUES (${email}, ${place}, 1)
      ON CONFLICT (email, place) DO UPDATE SET
        failures = CASE WHEN ${full} THEN 0 WHEN ${recent} THEN f.failures + 1 ELSE 1 END,
        since = CASE WHEN ${recent} AND NOT ${full} THEN f.since ELSE now() END,
        locks = ${before} + CASE WHEN ${full} THEN 1 ELSE 0 END,
        locked_until = CASE WHEN ${full} THEN now() + least(${lockMinutes} * 2 ^ ${before}, ${longest}) * interval '1 minute' ELSE f.locked_until END
      RETURNING coalesce(locked_until > now(), false) AS locked`.execute(tx);
    locked ||= counted.rows[0]?.locked ?? false;
  }
  return { locked };
}

/** Resets the counts of these places, or all counts. */
export async function forgetFailures(tx: Tx, email: string, places?: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('loginFailure')
    .where('email', '=', email)
    .$if(places !== undefined, (query) => query.where('place', 'in', places as readonly string[]))
    .execute();
}

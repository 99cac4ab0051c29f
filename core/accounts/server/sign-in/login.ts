import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { type Refusal, refuse } from '#platform/server/refuse.ts';
import type { UserInfo } from '../../common/user.ts';
import { findUserInfo } from '../people/user-info.ts';
import { logAccess, type SignInOrigin, signInOrigin } from './access-log.ts';
import { inEqualTime } from './equal-time.ts';
import { atAddress, countFailure, everywhere, forgetFailures, inBrowser, isLocked, pastLock } from './login-lock.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { passwordMatches } from './passwords.ts';
import { browserOf, isKnownBrowser, rememberBrowser } from './second-factor/known-browser.ts';
import { acceptsCode, hasSecondFactor, takeRecoveryCode } from './second-factor/second-factor.ts';
import { acceptsMailedCode, mailSignInCode } from './second-factor/sign-in-code.ts';
import { openSession, type SessionTokens } from './sessions.ts';

type Credentials = { email: string; password: string; code?: string | undefined };
type LoginRequest = {
  kit: Kit;
  credentials: Credentials;
  request: FastifyRequest;
  reply: FastifyReply;
  shortTerm: boolean;
  locale: 'en' | 'ar';
};
type Candidate = Awaited<ReturnType<typeof findCandidate>>;

/**
 * Signs a person in. The password is verified outside of any transaction: it is slow, and the record of a failure must
 * survive the rollback of the refusal.
 */
export function login(attempt: LoginRequest): Promise<SessionTokens & { user: UserInfo }> {
  const email = attempt.credentials.email.toLowerCase();
  return oneAtATime(email, () => enter(attempt, email));
}

type Attempt = {
  kit: Kit;
  candidate: Candidate;
  credentials: Credentials;
  person: { id: number | null; companyId: number | null; email: string };
  caller: SignInOrigin;
};

async function enter(asked: LoginRequest, email: string) {
  const { kit, credentials, request, reply, shortTerm, locale } = asked;
  const caller = signInOrigin(request);
  const candidate = await findCandidate(kit, email, browserOf(request), atAddress(caller.address));
  const person = { id: candidate.id ?? null, companyId: candidate.companyId ?? null, email };
  const attempt = { kit, candidate, credentials, person, caller };
  const userId =
    candidate.braked && !candidate.locked ? await inEqualTime(passBrake(attempt)) : await passPassword(attempt);
  return inSystem(kit.signIn.db, async (tx) => {
    await forgetFailures(tx, email, [...candidate.places.filter((place) => place !== everywhere), pastLock]);
    await tx.updateTable('users').set({ lastLoginAt: sqlNow }).where('id', '=', userId).execute();
    await logAccess(tx, 'login', person, caller);
    await rememberBrowser(tx, kit, userId, request, reply);
    const tokens = await openSession(tx, kit, userId, { ...caller, shortTerm });
    return { ...tokens, user: await findUserInfo(tx, userId, locale) };
  });
}

const countFailed = ({ kit, person, caller }: Attempt, places: readonly string[]) =>
  inSystem(kit.signIn.db, async (tx) => {
    const { locked } = await countFailure(tx, person.email, places);
    await logAccess(tx, locked ? 'locked' : 'failed', person, caller);
  });

/** Checks password and second factor, and returns the id of the person. */
async function passPassword(attempt: Attempt): Promise<number> {
  const { kit, candidate, credentials, person, caller } = attempt;
  const lockedOut = refuse(423, 'account-locked');
  // The second factor unlocks a locked place for people who have both; its attempts are counted separately.
  if (candidate.locked && (!credentials.code || candidate.lockedForCodes)) throw lockedOut;
  const places = candidate.locked ? [pastLock] : candidate.places;
  if (!(await passwordMatches(candidate.passwordHash, credentials.password))) {
    // During a lock no reply reveals whether the password was right, and a stranger must not use up the attempts of a
    // code.
    if (candidate.locked) throw lockedOut;
    await countFailed(attempt, places);
    throw refuse(401, 'wrong-credentials');
  }
  const refusal = whyNot(candidate);
  if (refusal) throw candidate.locked ? lockedOut : refusal;
  const userId = person.id as number;
  const second = await inSystem(kit.signIn.db, async (tx) => {
    const outcome = await checkSecondFactor(tx, kit, userId, credentials.code);
    if (outcome === 'recovery-code') await logAccess(tx, 'recovery-code', person, caller);
    return outcome;
  });
  if (second === 'wrong') await countFailed(attempt, places);
  if (candidate.locked && (second === 'wrong' || second === 'off')) throw lockedOut;
  if (second === 'asked') throw refuse(401, 'tfa-required');
  if (second === 'wrong') throw refuse(401, 'wrong-code');
  return userId;
}

/**
 * Signing in while strangers are guessing from many places: the right password with the code of the authenticator app,
 * or with one that is mailed to the person. No answer reveals whether the password was right, so guessing is pointless,
 * and every attempt without the right code counts at its address.
 */
async function passBrake(attempt: Attempt): Promise<number> {
  const { kit, candidate, credentials, person, caller } = attempt;
  const { code } = credentials;
  const right = await passwordMatches(candidate.passwordHash, credentials.password);
  const userId = right && whyNot(candidate) === null ? person.id : null;
  const outcome = await inSystem(kit.signIn.db, async (tx) => {
    if (userId === null) return 'refused';
    if (code && candidate.lockedForCodes) return 'refused';
    const second = await checkSecondFactor(tx, kit, userId, code);
    if (second === 'recovery-code') await logAccess(tx, 'recovery-code', person, caller);
    if (second !== 'off') return second;
    if (code) return (await acceptsMailedCode(tx, userId, code)) ? 'right' : 'wrong';
    await mailSignInCode(tx, kit, await addressed(tx, userId));
    return 'asked';
  });
  if (userId !== null && (outcome === 'right' || outcome === 'recovery-code')) return userId;
  const places = candidate.places.filter((place) => place !== everywhere);
  await countFailed(attempt, outcome === 'wrong' ? [...places, pastLock] : places);
  throw refuse(401, 'sign-in-code');
}

const addressed = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** The result of checking the second factor: `off` where none is required. */
async function checkSecondFactor(tx: Tx, kit: Kit, userId: number, code: string | undefined) {
  if (!(await hasSecondFactor(tx, userId))) return 'off';
  if (!code) return 'asked';
  if (await acceptsCode(tx, kit, userId, code)) return 'right';
  return (await takeRecoveryCode(tx, userId, code)) ? 'recovery-code' : 'wrong';
}

const findCandidate = (kit: Kit, email: string, browser: Buffer | null, address: string) =>
  inSystem(kit.signIn.db, async (tx) => {
    const found = await tx
      .selectFrom('users')
      .leftJoin('company', 'company.id', 'users.companyId')
      .select([
        'users.id',
        'users.companyId',
        'users.status',
        'users.expiresAt',
        'users.passwordHash',
        'company.status as companyStatus',
      ])
      .where(sql`lower(users.email)`, '=', email)
      .executeTakeFirst();
    const known = found !== undefined && browser !== null && (await isKnownBrowser(tx, found.id, browser));
    const places = known ? [inBrowser(browser)] : [address, everywhere];
    const braked = !known && (await isLocked(tx, email, [everywhere]));
    const locked = await isLocked(tx, email, [known ? inBrowser(browser) : address]);
    const standing = { places, locked, braked, lockedForCodes: await isLocked(tx, email, [pastLock]) };
    return { id: undefined, companyId: undefined, passwordHash: undefined, ...found, ...standing };
  });

/** Disclosed only to people who know the password. */
function whyNot(candidate: Candidate): Refusal | null {
  if (candidate.id === undefined || !('status' in candidate)) return refuse(401, 'wrong-credentials');
  if (candidate.status !== 'active') return refuse(403, `account-${candidate.status}`);
  if (candidate.expiresAt && Date.parse(candidate.expiresAt) <= Date.now()) return refuse(403, 'account-expired');
  if (candidate.companyStatus === 'Inactive') return refuse(403, 'company-suspended');
  return null;
}

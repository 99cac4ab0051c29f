import { sql } from 'kysely';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { type Refusal, refuse } from '#platform/server/refuse.ts';
import type { UserInfo } from '../common/user.ts';
import { type Caller, logAccess } from './access-log.ts';
import { countFailure, forgetFailures, isLocked } from './login-lock.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { passwordMatches } from './passwords.ts';
import { acceptsCode, hasSecondFactor, takeRecoveryCode } from './second-factor.ts';
import { openSession, type Tokens } from './sessions.ts';
import { findUserInfo } from './user-info.ts';

type Credentials = { email: string; password: string; code?: string | undefined };
type Candidate = Awaited<ReturnType<typeof findCandidate>>;

/**
 * Signs a person in. The password is verified outside of any transaction: it takes long, and what is written about
 * a failure must outlive the refusal.
 */
export function login(
  kit: Kit,
  credentials: Credentials,
  caller: Caller & { shortTerm: boolean; locale: 'en' | 'ar' },
): Promise<Tokens & { user: UserInfo }> {
  const email = credentials.email.toLowerCase();
  return oneAtATime(email, async () => {
    const candidate = await findCandidate(kit, email);
    const person = { id: candidate.id ?? null, companyId: candidate.companyId ?? null, email };
    if (candidate.locked) throw refuse(423, 'account-locked');
    if (!(await passwordMatches(candidate.passwordHash, credentials.password))) {
      await inSystem(kit.db, async (tx) => {
        const { locked } = await countFailure(tx, email);
        await logAccess(tx, locked ? 'locked' : 'failed', person, caller);
      });
      throw refuse(401, 'wrong-credentials');
    }
    const refusal = whyNot(candidate);
    if (refusal) throw refusal;
    const userId = person.id as number;
    await assertSecondFactor(kit, userId, credentials.code, person, caller);
    return inSystem(kit.db, async (tx) => {
      await forgetFailures(tx, email);
      await tx.updateTable('users').set({ lastLoginAt: sql<string>`now()` }).where('id', '=', userId).execute();
      await logAccess(tx, 'login', person, caller);
      return { ...(await openSession(tx, kit, userId, caller)), user: await findUserInfo(tx, userId, caller.locale) };
    });
  });
}

/** Asks for the second factor where it is on. A wrong code counts as a failure, like a wrong password. */
async function assertSecondFactor(
  kit: Kit,
  userId: number,
  code: string | undefined,
  person: { id: number | null; companyId: number | null; email: string },
  caller: Caller,
): Promise<void> {
  const outcome = await inSystem(kit.db, async (tx) => {
    if (!(await hasSecondFactor(tx, userId))) return 'passed';
    if (!code) return 'asked';
    if (await acceptsCode(tx, kit, userId, code)) return 'passed';
    if (await takeRecoveryCode(tx, userId, code)) {
      await logAccess(tx, 'recovery-code', person, caller);
      return 'passed';
    }
    const { locked } = await countFailure(tx, person.email);
    await logAccess(tx, locked ? 'locked' : 'failed', person, caller);
    return 'wrong';
  });
  if (outcome === 'asked') throw refuse(401, 'tfa-required');
  if (outcome === 'wrong') throw refuse(401, 'wrong-code');
}

const findCandidate = (kit: Kit, email: string) =>
  inSystem(kit.db, async (tx) => {
    const locked = await isLocked(tx, email);
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
    return found ? { ...found, locked } : { id: undefined, companyId: undefined, passwordHash: undefined, locked };
  });

/** Said only to who knows the password. */
function whyNot(candidate: Candidate): Refusal | null {
  if (candidate.id === undefined) return refuse(401, 'wrong-credentials');
  if (candidate.status !== 'active') return refuse(403, `account-${candidate.status}`);
  if (candidate.expiresAt && Date.parse(candidate.expiresAt) <= Date.now()) return refuse(403, 'account-expired');
  if (candidate.companyStatus === 'Inactive') return refuse(403, 'company-suspended');
  return null;
}

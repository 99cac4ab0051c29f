import { sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { StaffMember, StaffPatch } from '../../../common/staff.ts';
import type { User } from '../../../common/user.ts';
import { assertChanges, assertMayAdminister } from '../../companies/company-access.ts';
import { endPendingLinks } from '../../sign-in/account-tokens.ts';
import { endSessions } from '../../sign-in/sessions.ts';
import { assertNextStatus } from '../account-status.ts';
import { changeInvitedEmail } from '../email-change.ts';
import { countryOfPerson } from '../people.ts';
import { phoneToStore } from '../phone.ts';
import { setFleetRole } from '../role-fields.ts';
import { memberOf } from './staff-rows.ts';

type Changing = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;
type Params = { id: number; userId: number };

/** Runs a change of one person under a lock of the company, so that two changes cannot each leave the other as the last administrator. */
export async function change(
  tx: Tx,
  actor: Actor,
  { id, userId }: Params,
  work: (before: StaffMember) => Promise<void>,
): Promise<StaffMember> {
  await assertChanges(tx, actor, id);
  return bypassRls(tx, actor.scope, async () => {
    await tx.selectFrom('company').select('id').where('id', '=', id).forUpdate().execute();
    const before = await memberOf(tx, id, userId);
    assertMayAdminister(actor, id, before.role);
    await work(before);
    return memberOf(tx, id, userId);
  });
}

const isRunning = (person: StaffMember) => person.role === 'Admin' && person.status === 'active';

/** A company without an administrator could no longer be managed by its own people. */
export async function assertOthersAdminister(tx: Tx, person: StaffMember): Promise<void> {
  if (!isRunning(person)) return;
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', person.companyId)
    .where('role', '=', 'Admin')
    .where('status', '=', 'active')
    .where('id', '<>', person.id)
    .where(sql<boolean>`(expires_at IS NULL OR expires_at > now())`)
    .executeTakeFirst();
  if (!other) throw refuse(409, 'last-administrator');
}

export const assertOther = (actor: Actor, userId: number) => {
  if (actor.session.user.id === userId) throw refuse(409, 'not-yourself');
};

/** Beyond changing a person at all, these parts have permissions of their own. */
function assertMay(actor: Actor, action: 'assign-role' | 'expire'): void {
  if (!hasAbilityOn(actor.session, 'company', 'user', action, null)) throw refuse(403, 'no-permission');
}

async function setStatus(context: Changing, before: StaffMember, status: User['status']): Promise<void> {
  const { tx, actor } = context;
  if (before.status === status) return;
  assertOther(actor, before.id);
  assertNextStatus(before, status);
  if (status !== 'active') await assertOthersAdminister(tx, before);
  await tx.updateTable('users').set({ status }).where('id', '=', before.id).execute();
  await endPendingLinks(tx, before.id);
  if (status === 'active') return;
  await endSessions(tx, before.id);
  await emit(context, 'user.left', { id: before.id });
}

export async function setRole(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  before: StaffMember,
  { role = before.role, fleetRole }: { role?: User['role'] | undefined; fleetRole?: string | null | undefined },
): Promise<void> {
  const { tx, actor } = context;
  if (role !== before.role) {
    assertMay(actor, 'assign-role');
    assertMayAdminister(actor, before.companyId, role);
    assertOther(actor, before.id);
    if (role !== 'Admin') await assertOthersAdminister(tx, before);
    await tx.updateTable('users').set({ role }).where('id', '=', before.id).execute();
  }
  await setFleetRole(context, before, fleetRole);
}

export async function setExpiration(
  tx: Tx,
  actor: Actor,
  before: StaffMember,
  expiresAt: string | null,
): Promise<void> {
  const instant = (at: string | null) => (at === null ? null : Date.parse(at));
  if (instant(expiresAt) === instant(before.expiresAt)) return;
  assertMay(actor, 'expire');
  inFuture('expiresAt', expiresAt);
  if (expiresAt !== null) {
    assertOther(actor, before.id);
    await assertOthersAdminister(tx, before);
  }
  await tx.updateTable('users').set({ expiresAt }).where('id', '=', before.id).execute();
}

async function setDetails(
  tx: Tx,
  actor: Actor,
  before: StaffMember,
  { phone: typed, ...names }: Pick<StaffPatch, 'firstName' | 'lastName' | 'phone' | 'locale'>,
): Promise<void> {
  const phone = await phoneToStore(tx, typed, await countryOfPerson(tx, before.id));
  // That page asks for the password.
  if (phone !== undefined && phone !== before.phone && before.id === actor.session.user.id)
    throw refuse(409, 'own-phone-in-profile');
  const verified = phone === undefined || phone === before.phone ? {} : { phone, phoneVerified: false };
  const set = { ...Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)), ...verified };
  if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', before.id).execute();
}

/** All fields of the form of a person, or none. */
export async function savePerson(
  context: Changing,
  before: StaffMember,
  { status, role, fleetRole, expiresAt, email, ...details }: StaffPatch,
): Promise<void> {
  const { tx, actor } = context;
  if (status) await setStatus(context, before, status);
  await setRole(context, before, { role, fleetRole });
  if (expiresAt !== undefined) await setExpiration(tx, actor, before, expiresAt);
  await setDetails(tx, actor, before, details);
  // Last, because the invitation uses the new name and the new language.
  if (email !== undefined && email !== before.email) await changeInvitedEmail(context, before, email);
}

export const inFuture = (field: string, at: string | null | undefined) => {
  if (at && Date.parse(at) <= Date.now()) throw invalid(field, 'inThePast');
};

import { sql } from 'kysely';
import { asAll, type Tx } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import type { StaffMember, staffRoutes } from '../common/staff.ts';
import { type User, user } from '../common/user.ts';
import { assertNextStatus } from './account-status.ts';
import { assertManages } from './company-access.ts';
import { changeInvitedEmail } from './email-change.ts';
import { changesOf } from './history.ts';
import { importStaff } from './import-staff.ts';
import { emailTaken, invite } from './invite.ts';
import { livingPlaceNames } from './living-place.ts';
import { endSessions } from './sessions.ts';

/** Rows of people, in no order. Runs as the role that sees all rows. */
async function staffOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<StaffMember[]> {
  const found = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'firstName',
      'lastName',
      'phone',
      'phoneVerified',
      'locale',
      'role',
      'fleetRole',
      'status',
      'expiresAt',
      'lastLoginAt',
      'createdAt',
    ])
    .select(
      sql<boolean>`EXISTS (SELECT FROM account_token a WHERE a.user_id = users.id AND a.purpose = 'invite')`.as(
        'invited',
      ),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM second_factor f WHERE f.user_id = users.id AND f.enabled)`.as('secondFactor'),
    )
    .where('companyId', '=', companyId)
    .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
    .execute();
  return found.map((one) => ({ ...one, companyId }));
}

async function memberOf(tx: Tx, companyId: number, userId: number): Promise<StaffMember> {
  const [found] = await staffOf(tx, companyId, [userId]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

type Params = { id: number; userId: number };

/** Runs a change of one person under a lock of the company, so that two changes cannot each leave the other as the last administrator. */
async function change(
  tx: Tx,
  actor: Actor,
  { id, userId }: Params,
  work: (before: StaffMember) => Promise<void>,
): Promise<StaffMember> {
  await assertManages(tx, actor, id);
  return asAll(tx, actor.scope, async () => {
    await tx.selectFrom('company').select('id').where('id', '=', id).forUpdate().execute();
    await work(await memberOf(tx, id, userId));
    return memberOf(tx, id, userId);
  });
}

const isRunning = (person: StaffMember) => person.role === 'Admin' && person.status === 'active';

/** A company without an administrator could not be helped by its own people any more. */
async function assertOthersAdminister(tx: Tx, person: StaffMember): Promise<void> {
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

const assertOther = (actor: Actor, userId: number) => {
  if (actor.session.user.id === userId) throw refuse(409, 'not-yourself');
};

async function setStatus(tx: Tx, actor: Actor, before: StaffMember, status: User['status']): Promise<void> {
  if (before.status === status) return;
  assertOther(actor, before.id);
  assertNextStatus(before, status);
  if (status !== 'active') await assertOthersAdminister(tx, before);
  await tx.updateTable('users').set({ status }).where('id', '=', before.id).execute();
  if (status !== 'active') await endSessions(tx, before.id);
}

async function setRole(
  tx: Tx,
  actor: Actor,
  before: StaffMember,
  role: User['role'],
  fleetRole?: string | null,
): Promise<void> {
  if (role !== before.role) {
    assertOther(actor, before.id);
    if (role !== 'Admin') await assertOthersAdminister(tx, before);
  }
  await tx
    .updateTable('users')
    .set({ role, ...(fleetRole === undefined ? {} : { fleetRole }) })
    .where('id', '=', before.id)
    .execute();
}

const inFuture = (field: string, at: string | null | undefined) => {
  if (at && Date.parse(at) <= Date.now()) throw invalid(field, 'inThePast');
};

export const staffHandlers: Handlers<typeof staffRoutes> = {
  list: async ({ tx, params, list, actor }) => {
    await assertManages(tx, actor, params.id);
    const where = [sql`t.company_id = ${params.id}`];
    const { ids, totalRecords } = await findIds(tx, {
      table: 'users',
      spec: user.list,
      query: list,
      scope: actor.scope,
      company: null,
      where,
    });
    return { data: inOrder(ids, await asAll(tx, actor.scope, () => staffOf(tx, params.id, ids))), totalRecords };
  },
  get: async ({ tx, params, actor }) => {
    await assertManages(tx, actor, params.id);
    return asAll(tx, actor.scope, () => memberOf(tx, params.id, params.userId));
  },
  history: async (context) => {
    const { id, userId } = context.params;
    await assertManages(context.tx, context.actor, id);
    await asAll(context.tx, context.actor.scope, () => memberOf(context.tx, id, userId));
    return changesOf(context, { table: 'users', id: userId, companyId: id, names: livingPlaceNames(context.locale) });
  },
  create: async ({ tx, kit, params, body, actor }) => {
    await assertManages(tx, actor, params.id);
    inFuture('expiresAt', body.expiresAt);
    return asAll(tx, actor.scope, async () => {
      if (await emailTaken(tx, body.email)) throw invalid('email', 'emailTaken');
      const { phone = null, locale = actor.locale, fleetRole = null, expiresAt = null, ...rest } = body;
      return memberOf(
        tx,
        params.id,
        await invite(tx, kit, {
          ...rest,
          companyId: params.id,
          phone,
          locale,
          fleetRole: fleetRole ?? null,
          expiresAt,
        }),
      );
    });
  },
  import: async ({ tx, kit, params, body, actor }) => {
    await assertManages(tx, actor, params.id);
    return asAll(tx, actor.scope, () => importStaff(tx, kit, params.id, body, actor.locale));
  },
  update: ({ tx, params, body, actor }) =>
    change(tx, actor, params, async (before) => {
      const { status, phone, ...names } = body;
      if (status) await setStatus(tx, actor, before, status);
      const verified = phone === undefined || phone === before.phone ? {} : { phone, phoneVerified: false };
      const set = {
        ...Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)),
        ...verified,
      };
      if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', before.id).execute();
    }),
  remove: async ({ tx, params, actor }) => {
    await assertManages(tx, actor, params.id);
    assertOther(actor, params.userId);
    await asAll(tx, actor.scope, async () => {
      await tx.selectFrom('company').select('id').where('id', '=', params.id).forUpdate().execute();
      const before = await memberOf(tx, params.id, params.userId);
      await assertOthersAdminister(tx, before);
      await tx
        .deleteFrom('users')
        .where('id', '=', before.id)
        .execute()
        .catch((error: { code?: string }) => {
          // What they acknowledged or commanded keeps naming them: such a person is deactivated instead.
          throw error.code === '23503' ? refuse(409, 'person-has-history') : error;
        });
    });
    return null;
  },
  role: ({ tx, params, body, actor }) =>
    change(tx, actor, params, (before) => setRole(tx, actor, before, body.role, body.fleetRole)),
  unassign: ({ tx, params, actor }) =>
    change(tx, actor, params, (before) => setRole(tx, actor, before, 'Viewer', null)),
  email: ({ tx, kit, params, body, actor }) =>
    change(tx, actor, params, (before) => changeInvitedEmail(tx, kit, before, body.email)),
  expiration: ({ tx, params, body, actor }) =>
    change(tx, actor, params, async (before) => {
      inFuture('expiresAt', body.expiresAt);
      if (body.expiresAt !== null) {
        assertOther(actor, before.id);
        await assertOthersAdminister(tx, before);
      }
      await tx.updateTable('users').set({ expiresAt: body.expiresAt }).where('id', '=', before.id).execute();
    }),
};

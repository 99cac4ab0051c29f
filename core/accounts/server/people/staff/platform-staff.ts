import { sql } from 'kysely';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import {
  type PlatformAdministrator,
  platformChangeList,
  platformStaffList,
  type platformStaffRoutes,
} from '../../../common/platform-staff.ts';
import { recordChanges } from '../../companies/company-change-log.ts';
import { endPendingLinks } from '../../sign-in/account-tokens.ts';
import { endSessions } from '../../sign-in/sessions.ts';
import { assertNextStatus } from '../account-status.ts';
import { changeInvitedEmail } from '../email-change.ts';
import { emailTaken, invite } from '../invite.ts';

async function administrators(tx: Tx, ids: readonly number[]): Promise<PlatformAdministrator[]> {
  const found = await sql<PlatformAdministrator>`
    SELECT u.id, u.email, u.first_name, u.last_name, u.locale, u.status, u.created_at, u.admin_type, u.last_login_at,
           EXISTS (SELECT FROM account_token a WHERE a.user_id = u.id AND a.purpose = 'invite') AS invited,
           EXISTS (SELECT FROM second_factor f WHERE f.user_id = u.id AND f.enabled) AS second_factor
      FROM users u WHERE u.id = ANY (${ids}::integer[]) AND u.admin_type IS NOT NULL`.execute(tx);
  return found.rows;
}

async function administrator(tx: Tx, id: number): Promise<PlatformAdministrator> {
  const [found] = await administrators(tx, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

export const platformStaffHandlers: Handlers<typeof platformStaffRoutes> = {
  list: async ({ tx, list, actor }) => {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'users',
      spec: platformStaffList,
      query: list,
      scope: actor.scope,
      company: null,
      where: [sql`t.admin_type IS NOT NULL`],
    });
    return { data: inOrder(ids, await bypassRls(tx, actor.scope, () => administrators(tx, ids))), totalRecords };
  },
  create: ({ tx, kit, body, actor }) =>
    bypassRls(tx, actor.scope, async () => {
      if (await emailTaken(tx, body.email)) throw invalid('email', 'emailTaken');
      const made = await invite(tx, kit, {
        ...body,
        locale: body.locale ?? actor.locale,
        companyId: null,
        phone: null,
        role: 'Admin',
        expiresAt: null,
      });
      return administrator(tx, made);
    }),
  update: ({ tx, kit, params, body: { email, ...body }, actor }) =>
    bypassRls(tx, actor.scope, async () => {
      // Serialized: two Super Admins must not remove each other.
      await tx
        .selectFrom('users')
        .select('id')
        .where('adminType', '=', 'Super Admin')
        .orderBy('id')
        .forUpdate()
        .execute();
      const before = await administrator(tx, params.userId);
      const { status = before.status, adminType = before.adminType } = body;
      const changed = status !== before.status || adminType !== before.adminType;
      // The caller stays Super Admin: the platform is never without one.
      if (changed && actor.session.user.id === before.id) throw refuse(409, 'not-yourself');
      if (status !== before.status) assertNextStatus(before, status);
      const set = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', before.id).execute();
      if (status !== before.status) await endPendingLinks(tx, before.id);
      if (status !== before.status && status !== 'active') await endSessions(tx, before.id);
      if (email !== undefined && email !== before.email)
        await changeInvitedEmail({ tx, kit, actor }, { ...before, companyId: null }, email);
      return administrator(tx, before.id);
    }),
  history: async (context) => {
    const { userId: id } = context.params;
    await bypassRls(context.tx, context.actor.scope, () => administrator(context.tx, id));
    return changesOf(context, { table: 'users', id, companyId: null });
  },
  changes: (context) => recordChanges(context, platformChangeList, sql`t.company_id IS NULL`),
  email: ({ tx, kit, params, body, actor }) =>
    bypassRls(tx, actor.scope, async () => {
      const before = await administrator(tx, params.userId);
      await changeInvitedEmail({ tx, kit, actor }, { ...before, companyId: null }, body.email);
      return administrator(tx, before.id);
    }),
};

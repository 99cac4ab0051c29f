import { sql } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { staffRoutes } from '../../../common/staff.ts';
import { user } from '../../../common/user.ts';
import { assertChanges, assertManages, assertMayAdminister } from '../../companies/company-access.ts';
import { countryOfCompany } from '../../companies/company-facts.ts';
import { setAppRole } from '../app-roles.ts';
import { changeInvitedEmail } from '../email-change.ts';
import { emailTaken, invite, unguessablePassword } from '../invite.ts';
import { phoneToStore } from '../phone.ts';
import { setFleetRole } from '../role-fields.ts';
import { takenAddress } from '../taken-answers.ts';
import { importStaff } from './import-staff.ts';
import {
  assertOther,
  assertOthersAdminister,
  change,
  inFuture,
  savePerson,
  setExpiration,
  setRole,
} from './staff-changes.ts';
import { memberOf, staffRows } from './staff-rows.ts';

export const staffHandlers: Handlers<typeof staffRoutes> = {
  list: async ({ tx, params, list, actor }) => {
    await assertManages(tx, actor, params.id);
    const where = [sql`t.company_id = ${params.id}`, sql`t.removed_at IS NULL`, sql`t.kind = 'staff'`];
    const { ids, totalRecords } = await findIds(tx, {
      table: 'users',
      spec: user.list,
      query: list,
      scope: actor.scope,
      company: null,
      where,
    });
    return { data: inOrder(ids, await bypassRls(tx, actor.scope, () => staffRows(tx, params.id, ids))), totalRecords };
  },
  get: async ({ tx, params, actor }) => {
    await assertManages(tx, actor, params.id);
    return bypassRls(tx, actor.scope, () => memberOf(tx, params.id, params.userId));
  },
  history: async (context) => {
    const { id, userId } = context.params;
    await assertManages(context.tx, context.actor, id);
    await bypassRls(context.tx, context.actor.scope, () => memberOf(context.tx, id, userId));
    return changesOf(context, { table: 'users', id: userId, companyId: id });
  },
  create: async (context) => {
    const { tx, kit, params, body, actor } = context;
    await assertChanges(tx, actor, params.id);
    assertMayAdminister(actor, params.id, body.role);
    inFuture('expiresAt', body.expiresAt);
    return bypassRls(tx, actor.scope, async () => {
      if (await emailTaken(tx, body.email))
        throw await takenAddress(tx, kit, actor.session.user.companyId, { companyId: params.id });
      const { phone = null, locale = actor.locale, fleetRole, expiresAt = null, ...rest } = body;
      const id = await invite(tx, kit, {
        ...rest,
        companyId: params.id,
        phone: await phoneToStore(tx, phone, await countryOfCompany(tx, params.id)),
        locale,
        expiresAt,
      });
      await setFleetRole(context, await memberOf(tx, params.id, id), fleetRole);
      return memberOf(tx, params.id, id);
    });
  },
  import: async ({ tx, kit, params, body, actor }) => {
    await assertChanges(tx, actor, params.id);
    return bypassRls(tx, actor.scope, () => importStaff(tx, kit, params.id, body, actor));
  },
  update: (context) =>
    change(context.tx, context.actor, context.params, (before) => savePerson(context, before, context.body)),
  remove: async (context) => {
    const { tx, params, actor } = context;
    await assertChanges(tx, actor, params.id);
    await bypassRls(tx, actor.scope, async () => {
      await tx.selectFrom('company').select('id').where('id', '=', params.id).forUpdate().execute();
      const before = await memberOf(tx, params.id, params.userId);
      assertMayAdminister(actor, params.id, before.role);
      assertOther(actor, params.userId);
      await assertOthersAdminister(tx, before);
      await sql`SELECT remove_person(${before.id}, ${await unguessablePassword()})`.execute(tx);
      await emit(context, 'user.left', { id: before.id });
    });
    return null;
  },
  role: (context) =>
    change(context.tx, context.actor, context.params, (before) => setRole(context, before, context.body)),
  appRole: (context) =>
    change(context.tx, context.actor, context.params, (before) => setAppRole(context, before, context.body)),
  unassign: (context) =>
    change(context.tx, context.actor, context.params, (before) =>
      setRole(context, before, { role: 'Viewer', fleetRole: null }),
    ),
  email: (context) =>
    change(context.tx, context.actor, context.params, (before) =>
      changeInvitedEmail(context, before, context.body.email),
    ),
  expiration: ({ tx, params, body, actor }) =>
    change(tx, actor, params, (before) => setExpiration(tx, actor, before, body.expiresAt)),
};

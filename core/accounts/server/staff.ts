import { sql } from 'kysely';
import { asAll } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { staffRoutes } from '../common/staff.ts';
import { user } from '../common/user.ts';
import { assertManages } from './company-access.ts';
import { changeInvitedEmail } from './email-change.ts';
import { changesOf } from './history.ts';
import { importStaff } from './import-staff.ts';
import { emailTaken, invite } from './invite.ts';
import { livingPlaceNames } from './living-place.ts';
import {
  assertOther,
  assertOthersAdminister,
  change,
  inFuture,
  savePerson,
  setExpiration,
  setRole,
} from './staff-changes.ts';
import { memberOf, staffOf } from './staff-rows.ts';

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
  update: ({ tx, kit, params, body, actor }) =>
    change(tx, actor, params, (before) => savePerson(tx, kit, actor, before, body)),
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
  role: ({ tx, params, body, actor }) => change(tx, actor, params, (before) => setRole(tx, actor, before, body)),
  unassign: ({ tx, params, actor }) =>
    change(tx, actor, params, (before) => setRole(tx, actor, before, { role: 'Viewer', fleetRole: null })),
  email: ({ tx, kit, params, body, actor }) =>
    change(tx, actor, params, (before) => changeInvitedEmail(tx, kit, before, body.email)),
  expiration: ({ tx, params, body, actor }) =>
    change(tx, actor, params, (before) => setExpiration(tx, actor, before, body.expiresAt)),
};

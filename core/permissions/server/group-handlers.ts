import { sql } from 'kysely';
import { assertUsersOf, companyTypeOf, findUsers } from '#core/accounts/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  memberList,
  type PermissionGroup,
  type PermissionGroupChange,
  permissionGroupList,
  type permissionGroupRoutes,
} from '../common/permission-group.ts';
import { type Granted, neededBy, toggled } from '../common/toggle.ts';
import { grantable } from './available.ts';
import { assertResources } from './group-resources.ts';
import { readGroup, readGroups, writeGroupParts } from './group-rows.ts';

type Routes = ReturnType<typeof permissionGroupRoutes>;

/** Serves `permissionGroupRoutes(appId)`. */
export function permissionGroupHandlers(appId: string): Handlers<Routes> {
  const available = async (tx: Tx, kit: Kit, companyId: number) =>
    grantable(kit.apps, appId, await companyTypeOf(tx, companyId));
  return {
    my: async ({ actor, kit }) => {
      const { user, abilities, apps } = actor.session;
      if (!apps.includes(appId)) return {};
      if (user.isAdmin || user.adminType === 'Super Admin')
        return { '*': grantable(kit.apps, appId, user.companyType, 'Admin') };
      return abilities[appId] ?? {};
    },
    list: async ({ tx, actor, list }) => {
      const where = [sql`t.app_id = ${appId}`];
      const { ids, totalRecords } = await findIds(tx, {
        table: 'permission_group',
        spec: permissionGroupList,
        query: list,
        scope: actor.scope,
        where,
      });
      return { data: await readGroups(tx, appId, ids), totalRecords };
    },
    metadata: async ({ tx, kit, actor }) => {
      const { actingFor } = actor.session;
      const granted = actingFor === null ? grantable(kit.apps, appId, null) : await available(tx, kit, actingFor);
      return Object.entries(granted).map(([entity, actions]) => ({
        entity,
        actions: actions.map((action) => ({ action, needs: neededBy(action, actions) })),
      }));
    },
    users: ({ tx, actor, list }) => findUsers(tx, actor, companyOf(actor), list, memberList),
    get: ({ tx, params }) => readGroup(tx, appId, params.id),
    history: async (context) => {
      const { id, companyId } = await readGroup(context.tx, appId, context.params.id);
      return changesOf(context, { table: 'permission_group', id, companyId, silent: ['appId'] });
    },
    create: async ({ tx, kit, actor, body }) => {
      const companyId = companyOf(actor);
      const { id: groupId } = await tx
        .insertInto('permissionGroup')
        .values({
          companyId,
          appId,
          name: body.name,
          description: body.description ?? '',
          everyone: body.everyone ?? false,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await changeParts(tx, await available(tx, kit, companyId), { groupId, companyId }, nothing, body);
      return readGroup(tx, appId, groupId);
    },
    update: async ({ tx, kit, params, body }) => {
      await tx.selectFrom('permissionGroup').select('id').where('id', '=', params.id).forUpdate().execute();
      const before = await readGroup(tx, appId, params.id);
      const { name = before.name, description = before.description, everyone = before.everyone } = body;
      await tx
        .updateTable('permissionGroup')
        .set({ name, description, everyone })
        .where('id', '=', params.id)
        .execute();
      const owner = { groupId: params.id, companyId: before.companyId };
      await changeParts(tx, await available(tx, kit, before.companyId), owner, before, body);
      return readGroup(tx, appId, params.id);
    },
    remove: async ({ tx, params }) => {
      const gone = await tx
        .deleteFrom('permissionGroup')
        .where('id', '=', params.id)
        .where('appId', '=', appId)
        .executeTakeFirst();
      if (gone.numDeletedRows === 0n) throw refuse(404, 'not-found');
      return null;
    },
  };
}

const nothing = { permissions: {}, resources: [] };

async function changeParts(
  tx: Tx,
  available: Granted,
  owner: { groupId: number; companyId: number },
  before: Pick<PermissionGroup, 'permissions' | 'resources'>,
  change: PermissionGroupChange,
) {
  const { users, exceptions, resources, permissions } = change;
  const named = [...(users ?? []), ...(exceptions ?? [])];
  if (named.length > 0) await assertUsersOf(tx, owner.companyId, named);
  const held = before.resources.map(({ id }) => id);
  if (resources) await assertResources(tx, owner.companyId, held, resources);
  if (permissions) assertGrantable(permissions, available);
  await writeGroupParts(tx, owner, {
    users,
    exceptions,
    resources,
    permissions: permissions && toggled(before.permissions, permissions, available),
  });
}

function assertGrantable(wanted: Granted, available: Granted) {
  const errors = Object.entries(wanted).flatMap(([entity, actions]) =>
    actions
      .filter((action) => !Object.hasOwn(available, entity) || !available[entity]?.includes(action))
      .map((action) => ({ param: `permissions.${entity}.${action}`, msg: 'invalid' })),
  );
  if (errors.length > 0) throw new Invalid(errors);
}

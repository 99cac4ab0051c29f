import { sql } from 'kysely';
import { staffOf, usersOf } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { PermissionGroup, PermissionGroupChange } from '../common/permission-group.ts';
import type { Granted } from '../common/toggle.ts';

type Stored = Omit<PermissionGroup, 'users' | 'exceptions' | 'resources'> & {
  users: number[];
  exceptions: number[];
  resources: string[];
};

/** Groups of an app, or for null of any app, with all that is in them, in the order of `ids`; one statement for the groups and one for the people. */
export async function readGroups(tx: Tx, appId: string | null, ids: readonly number[]): Promise<PermissionGroup[]> {
  const { rows } = await sql<Stored>`
    SELECT g.id, g.company_id, g.app_id AS app, g.name, g.description, g.everyone, g.created_at,
      ARRAY(SELECT user_id FROM permission_group_member WHERE group_id = g.id ORDER BY user_id) AS users,
      ARRAY(SELECT user_id FROM permission_group_exception WHERE group_id = g.id ORDER BY user_id) AS exceptions,
      ARRAY(SELECT resource FROM permission_group_resource WHERE group_id = g.id ORDER BY length(resource), resource) AS resources,
      coalesce((SELECT jsonb_object_agg(entity, actions) FROM permission_group_grant WHERE group_id = g.id), '{}') AS permissions
    FROM permission_group g WHERE g.id = ANY (${ids}::integer[]) AND (${appId}::text IS NULL OR g.app_id = ${appId})`.execute(
    tx,
  );
  const people = new Map(
    (
      await usersOf(
        tx,
        rows.flatMap((row) => [...row.users, ...row.exceptions]),
      )
    ).map((person) => [person.id, person]),
  );
  const groups = rows.map((row) => ({
    ...row,
    users: row.users.flatMap((id) => people.get(id) ?? []),
    exceptions: row.exceptions.flatMap((id) => people.get(id) ?? []),
    resources: row.resources.map((id) => ({ id: id === '*' ? ('*' as const) : Number(id) })),
  }));
  return inOrder(ids, groups);
}

export async function readGroup(tx: Tx, appId: string, id: number): Promise<PermissionGroup> {
  const [found] = await readGroups(tx, appId, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

type Owner = { groupId: number; companyId: number };

/** Changes the stated parts of a group; the other parts stay. */
export async function writeGroupParts(
  tx: Tx,
  owner: Owner,
  change: Omit<PermissionGroupChange, 'permissions'> & { permissions?: Granted | undefined },
): Promise<void> {
  const { groupId, companyId } = owner;
  if (change.users) {
    await sql`DELETE FROM permission_group_member WHERE group_id = ${groupId} AND user_id <> ALL (${change.users}::integer[])`.execute(
      tx,
    );
    await sql`INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT ${groupId}, ${companyId}, unnest(${change.users}::integer[]) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
  }
  if (change.exceptions) {
    await sql`DELETE FROM permission_group_exception WHERE group_id = ${groupId} AND user_id <> ALL (${change.exceptions}::integer[])`.execute(
      tx,
    );
    await sql`INSERT INTO permission_group_exception (group_id, company_id, user_id) SELECT ${groupId}, ${companyId}, unnest(${change.exceptions}::integer[]) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
  }
  if (change.resources) {
    const resources = change.resources.map(String);
    await sql`DELETE FROM permission_group_resource WHERE group_id = ${groupId} AND resource <> ALL (${resources}::text[])`.execute(
      tx,
    );
    await sql`INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT ${groupId}, ${companyId}, unnest(${resources}::text[]) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
  }
  if (change.permissions) {
    const entities = Object.keys(change.permissions);
    await sql`DELETE FROM permission_group_grant WHERE group_id = ${groupId} AND entity <> ALL (${entities}::text[])`.execute(
      tx,
    );
    await sql`
      INSERT INTO permission_group_grant (group_id, company_id, entity, actions)
      SELECT ${groupId}, ${companyId}, key, ARRAY(SELECT jsonb_array_elements_text(value)) FROM jsonb_each(${JSON.stringify(change.permissions)}::jsonb)
      ON CONFLICT (group_id, entity) DO UPDATE SET actions = excluded.actions`.execute(tx);
  }
}

/** The people in the groups of a company that grant an action in one of the apps. */
export async function membersGranted(
  tx: Tx,
  companyId: number,
  apps: readonly string[],
  { entity, action }: { entity: string; action: string },
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT m.id FROM permission_group g
      JOIN permission_group_grant w ON w.group_id = g.id AND w.entity = ${entity} AND ${action} = ANY (w.actions)
     CROSS JOIN LATERAL (
       SELECT o.user_id AS id FROM permission_group_member o WHERE o.group_id = g.id AND NOT g.everyone
       UNION ALL
       SELECT s.id FROM ${staffOf('g.company_id')} s
        WHERE g.everyone AND NOT EXISTS (SELECT FROM permission_group_exception x WHERE x.group_id = g.id AND x.user_id = s.id)) m
     WHERE g.company_id = ${companyId} AND g.app_id = ANY (${apps}::text[]) ORDER BY id`.execute(tx);
  return found.rows.map(({ id }) => id);
}

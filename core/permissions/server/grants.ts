import { type RawBuilder, sql } from 'kysely';
import type { AbilityMap, Session } from '#platform/common/access.ts';
import type { Db } from '#platform/server/postgres/database.ts';
import { ceilingOf, type Registry } from './permission-index.ts';

type Granted = { app: string; resource: string; entity: string; actions: string[] };

/**
 * What a person may do: the ceiling of the system role, and below it the abilities that permission groups grant on
 * structures. Administrators skip the groups; nobody needs them for the core. Guests have what names their role within
 * an app, and no abilities.
 */
export async function grants(
  db: Db,
  registry: Registry,
  who: Session['user'],
): Promise<{ mask: string; abilities: AbilityMap }> {
  const { mask, core } = ceilingOf(registry, who);
  // The role within the app takes the place of abilities.
  if (who.kind === 'guest') return { mask, abilities: {} };
  if (who.adminType !== null || who.isAdmin) return { mask, abilities: core };
  const { rows } = await sql<Granted>`
    SELECT g.app_id AS app, r.resource, w.entity, w.actions
    FROM permission_group_member m
    JOIN permission_group g ON g.id = m.group_id
    JOIN permission_group_resource r ON r.group_id = m.group_id
    JOIN permission_group_grant w ON w.group_id = m.group_id
    WHERE m.user_id = ${who.id}
    ORDER BY g.id, r.resource, w.entity`.execute(db);
  return { mask, abilities: { ...core, ...merged(rows) } };
}

/** Several groups add up. */
export function merged(rows: readonly Granted[]): AbilityMap {
  const map: AbilityMap = {};
  for (const { app, resource, entity, actions } of rows) {
    const entities = ((map[app] ??= {})[resource] ??= {});
    entities[entity] = [...new Set([...(entities[entity] ?? []), ...actions])];
  }
  return map;
}

type Asked = {
  /** The columns of the person, the app and the structure. */
  person: string;
  app: string;
  resource: string;
  entity: RawBuilder<unknown>;
  action: string;
};

/** SQL for whether a permission group grants a person an ability on a structure. Administrators need none. */
export const abilityGranted = ({
  person,
  app,
  resource,
  entity,
  action,
}: Asked): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM permission_group_member pm
    JOIN permission_group pg ON pg.id = pm.group_id AND pg.app_id = ${sql.ref(app)}
    JOIN permission_group_resource pr ON pr.group_id = pg.id AND pr.resource IN ('*', ${sql.ref(resource)}::text)
    JOIN permission_group_grant pw ON pw.group_id = pg.id AND pw.entity = ${entity} AND ${action} = ANY (pw.actions)
   WHERE pm.user_id = ${sql.ref(person)})`;

import { type RawBuilder, sql } from 'kysely';
import { companyOfStaff } from '#core/accounts/server/api.ts';
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
    FROM permission_group g
    JOIN permission_group_resource r ON r.group_id = g.id
    JOIN permission_group_grant w ON w.group_id = g.id
    WHERE g.id IN (
      SELECT m.group_id FROM permission_group_member m JOIN permission_group o ON o.id = m.group_id AND NOT o.everyone
       WHERE m.user_id = ${who.id}
      UNION ALL
      SELECT e.id FROM permission_group e
       WHERE e.everyone AND e.company_id = ${who.companyId}
         AND NOT EXISTS (SELECT FROM permission_group_exception x WHERE x.group_id = e.id AND x.user_id = ${who.id}))
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
export const abilityGranted = ({ person, app, resource, entity, action }: Asked): RawBuilder<boolean> => {
  const grants = sql`
    JOIN permission_group_resource pr ON pr.group_id = pg.id AND pr.resource IN ('*', ${sql.ref(resource)}::text)
    JOIN permission_group_grant pw ON pw.group_id = pg.id AND pw.entity = ${entity} AND ${action} = ANY (pw.actions)`;
  return sql<boolean>`(EXISTS (
  SELECT FROM permission_group_member pm
    JOIN permission_group pg ON pg.id = pm.group_id AND pg.app_id = ${sql.ref(app)} AND NOT pg.everyone ${grants}
   WHERE pm.user_id = ${sql.ref(person)})
  OR EXISTS (
  SELECT FROM permission_group pg ${grants}
   WHERE pg.everyone AND pg.app_id = ${sql.ref(app)} AND pg.company_id = ${companyOfStaff(person)}
     AND NOT EXISTS (SELECT FROM permission_group_exception px WHERE px.group_id = pg.id AND px.user_id = ${sql.ref(person)})))`;
};

import { sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { StaffMember } from '../../common/staff.ts';

/** `{ app: role }` of the person whose id is in the column. */
export const appRolesOf = (column: string) =>
  sql<
    Record<string, string>
  >`(SELECT coalesce(jsonb_object_agg(r.app_id, r.role), '{}') FROM user_app_role r WHERE r.user_id = ${sql.ref(column)})`;

/** Gives the person a role within the app, or removes it. The app's manifest declares the roles; `field` names a wrong one. */
export async function setAppRole(
  { tx, kit, actor }: { tx: Tx; kit: Kit; actor: Actor },
  person: StaffMember,
  { app, role }: { app: string; role: string | null },
  field = 'role',
): Promise<void> {
  if (!hasAbilityOn(actor.session, 'company', 'user', 'assign-role', null)) throw refuse(403, 'no-permission');
  const known = kit.apps.find(({ id }) => id === app)?.personRoles ?? [];
  if (known.length === 0) throw invalid('app', 'invalid');
  if (role !== null && !known.includes(role)) throw invalid(field, 'invalid');
  if (role === null)
    await tx.deleteFrom('userAppRole').where('userId', '=', person.id).where('appId', '=', app).execute();
  else
    await tx
      .insertInto('userAppRole')
      .values({ userId: person.id, companyId: person.companyId, appId: app, role })
      .onConflict((conflict) => conflict.columns(['userId', 'appId']).doUpdateSet({ role }))
      .execute();
}

import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { StaffMember } from '../../common/staff.ts';
import { setAppRole } from './app-roles.ts';

/** SQL for the role of a person that has the field `fleetRole` as a name of its own. */
export const fleetRoleOf = (person: string) => sql<string | null>`(
  SELECT r.role FROM user_app_role r JOIN role_field f ON f.app_id = r.app_id AND f.field = 'fleetRole' WHERE r.user_id = ${sql.ref(person)})`;

/** Gives the person the role within the app that has the field `fleetRole`, or removes it. */
export async function setFleetRole(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  person: StaffMember,
  role: string | null | undefined,
): Promise<void> {
  if (role === undefined || role === person.fleetRole) return;
  const app = context.kit.apps.find(({ roleField }) => roleField === 'fleetRole');
  if (!app) throw invalid('fleetRole', 'invalid');
  await setAppRole(context, person, { app: app.id, role }, 'fleetRole');
}

/** Stores which app has which field, and moves the roles that people had before they were roles within the app. */
export async function storeRoleFields({ apps, pool }: Kit): Promise<void> {
  const fields = apps.flatMap(({ id, roleField }) => (roleField ? [{ id, roleField }] : []));
  await pool.query(
    `INSERT INTO role_field (field, app_id) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (field) DO UPDATE SET app_id = excluded.app_id WHERE role_field.app_id <> excluded.app_id`,
    [fields.map(({ roleField }) => roleField), fields.map(({ id }) => id)],
  );
  await pool.query(
    `WITH moved AS (
       DELETE FROM former_fleet_role f USING role_field r WHERE r.field = 'fleetRole'
       RETURNING f.user_id, f.company_id, r.app_id, f.role)
     INSERT INTO user_app_role (user_id, company_id, app_id, role) SELECT user_id, company_id, app_id, role FROM moved
     ON CONFLICT DO NOTHING`,
  );
}

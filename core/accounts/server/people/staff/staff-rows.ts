import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { StaffMember } from '../../../common/staff.ts';
import { appRolesOf } from '../app-roles.ts';
import { fleetRoleOf } from '../role-fields.ts';

/** Rows of staff, in no order. Runs as the role that sees all rows. */
export async function staffRows(tx: Tx, companyId: number, ids: readonly number[]): Promise<StaffMember[]> {
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
    .select([appRolesOf('users.id').as('appRoles'), fleetRoleOf('users.id').as('fleetRole')])
    .where('companyId', '=', companyId)
    .where('removedAt', 'is', null)
    .where('kind', '=', 'staff')
    .where('id', '=', anyOf(ids))
    .execute();
  return found.map((one) => ({ ...one, companyId }));
}

/** One member of the company's staff, or 404. Runs as the role that sees all rows. */
export async function memberOf(tx: Tx, companyId: number, userId: number): Promise<StaffMember> {
  const [found] = await staffRows(tx, companyId, [userId]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

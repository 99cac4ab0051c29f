import { sql } from 'kysely';
import type { Session } from '#platform/common/access.ts';
import type { AdminType, CompanyType, Role } from '#platform/common/company-kinds.ts';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import { actingProviderTypes } from '../companies/company-access.ts';
import type { Contract } from '../relations/contract.ts';
import { mayWork } from '../sign-in/session-validity.ts';
import { appRolesOf } from './app-roles.ts';
import { fleetRoleOf } from './role-fields.ts';

/** The data on which the ceiling and the permission groups depend. */
export type SessionUser = Session['user'];

export type PersonRow = {
  userId: number;
  kind: 'staff' | 'guest';
  email: string;
  role: Role;
  adminType: AdminType | null;
  fleetRole: string | null;
  appRoles: Record<string, string>;
  providerTypes: CompanyType[];
  companyId: number | null;
  companyType: CompanyType | null;
};

/** The columns of `PersonRow` for the person `u` of the company `c`. */
export const personColumns = sql`u.id AS user_id, u.kind, u.email, u.role, u.admin_type, ${fleetRoleOf('u.id')} AS fleet_role, ${appRolesOf('u.id')} AS app_roles,
      u.company_id, c.type AS company_type,
      ARRAY(SELECT DISTINCT p.type FROM company_client r JOIN company p ON p.id = r.provider_id WHERE r.client_id = u.company_id) AS provider_types`;

export function userOf(found: PersonRow): SessionUser {
  const { kind, companyId, companyType, adminType, role, fleetRole, appRoles, providerTypes } = found;
  return {
    id: found.userId,
    kind,
    companyId,
    companyType,
    adminType,
    role,
    fleetRole,
    appRoles,
    providerTypes,
    isAdmin: companyId !== null && role === 'Admin',
  };
}

export type StaffNow = { user: SessionUser; companyId: number; email: string; locale: 'en' | 'ar'; apps: string[] };

type StaffRow = PersonRow & { companyId: number; locale: 'en' | 'ar'; apps: string[] };

/** The apps of the installation among those of a company. */
function appsAmong(kit: Kit, held: readonly string[]): string[] {
  const solutions = visibleApps(kit).filter(({ kind }) => kind === 'solution');
  return solutions.filter(({ id, everyCompany }) => everyCompany || held.includes(id)).map(({ id }) => id);
}

/**
 * A member of a company's staff and the apps of the company, for what works in the person's name without a session. Null
 * unless the person may sign in at this moment.
 */
export async function staffNow(kit: Kit, userId: number): Promise<StaffNow | null> {
  const { rows } = await sql<StaffRow>`
    SELECT ${personColumns}, u.locale, ARRAY(SELECT a.app_id FROM company_app a WHERE a.company_id = u.company_id ORDER BY a.app_id) AS apps
      FROM users u JOIN company c ON c.id = u.company_id
     WHERE u.id = ${userId} AND u.kind = 'staff' AND u.removed_at IS NULL AND ${mayWork('u', 'c')}`.execute(
    kit.signIn.db,
  );
  const [found] = rows;
  if (!found) return null;
  const { companyId, email, locale } = found;
  return { user: userOf(found), companyId, email, locale, apps: appsAmong(kit, found.apps) };
}

export type StaffActing = StaffNow & { contract: Contract };

/**
 * The same for the work for one company, which may be a client: then the contract limits what the person may do
 * (`withinContract`). Null unless the person may work for the company at this moment.
 */
export async function staffActingFor(
  kit: Kit,
  { userId, companyId }: { userId: number; companyId: number },
): Promise<StaffActing | null> {
  type Row = StaffRow & { contractAbilities: string[] | null; contractResources: number[] | null };
  const { rows } = await sql<Row>`
    SELECT ${personColumns}, u.locale, r.contract_abilities, r.contract_resources,
           ARRAY(SELECT a.app_id FROM company_app a WHERE a.company_id = ${companyId} ORDER BY a.app_id) AS apps
      FROM users u JOIN company c ON c.id = u.company_id
      LEFT JOIN company_client r ON r.provider_id = u.company_id AND r.client_id = ${companyId} AND c.type = ANY (${actingProviderTypes}::text[])
     WHERE u.id = ${userId} AND u.kind = 'staff' AND u.removed_at IS NULL AND ${mayWork('u', 'c')}
       AND (u.company_id = ${companyId} OR r.client_id IS NOT NULL)`.execute(kit.signIn.db);
  const [found] = rows;
  if (!found) return null;
  const contract = { abilities: found.contractAbilities, resources: found.contractResources };
  const { email, locale } = found;
  return { user: userOf(found), companyId, email, locale, apps: appsAmong(kit, found.apps), contract };
}

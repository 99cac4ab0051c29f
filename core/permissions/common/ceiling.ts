import { type AdminType, type CompanyType, type Role, roles } from '#platform/common/company-kinds.ts';
import type { Permission } from './registry.ts';

/** Company type × role, or a kind of platform administrator; for guests their roles within apps. */
export type RoleOfWho = {
  companyType: CompanyType | null;
  adminType: AdminType | null;
  role: Role;
  kind?: 'staff' | 'guest';
  appRoles?: Readonly<Record<string, string>>;
};

const rank = (role: Role) => roles.indexOf(role);

/** Whether the system role can have the permission; of a guest, whether a role within an app does. */
export function withinCeiling(who: RoleOfWho, permission: Permission): boolean {
  const { companyType, adminType, role } = who;
  const { ceiling } = permission;
  if (who.kind === 'guest')
    return permission.appRoles.some(({ app, roles: named }) => named.includes(who.appRoles?.[app] ?? ''));
  if (adminType === 'Super Admin') return true;
  if (adminType === 'Financial Admin')
    return ceiling === 'Financial Admin' || (permission.core && ceiling === 'Viewer');
  if (ceiling === 'Super Admin' || ceiling === 'Financial Admin' || companyType === null) return false;
  if (permission.companyTypes && !permission.companyTypes.has(companyType)) return false;
  return rank(role) >= rank(ceiling);
}

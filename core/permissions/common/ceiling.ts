import { type AdminType, type CompanyType, type Role, roles } from '#platform/common/company-kinds.ts';
import type { Permission } from './registry.ts';

/** Company type × role, or a kind of platform administrator. */
export type RoleOfWho = { companyType: CompanyType | null; adminType: AdminType | null; role: Role };

const rank = (role: Role) => roles.indexOf(role);

/** Whether the system role can have the permission. */
export function withinCeiling({ companyType, adminType, role }: RoleOfWho, permission: Permission): boolean {
  const { ceiling } = permission;
  if (adminType === 'Super Admin') return true;
  if (adminType === 'Financial Admin')
    return ceiling === 'Financial Admin' || (permission.core && ceiling === 'Viewer');
  if (ceiling === 'Super Admin' || ceiling === 'Financial Admin' || companyType === null) return false;
  if (permission.companyTypes && !permission.companyTypes.has(companyType)) return false;
  return rank(role) >= rank(ceiling);
}

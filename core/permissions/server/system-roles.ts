import { adminTypes, companyTypes, roles } from '#platform/common/company-kinds.ts';
import type { SystemRole } from '../common/permission-routes.ts';

/** Ids are positions in this list: a new company type is added at the end of its own list in the kit. */
export const systemRoles: readonly SystemRole[] = [
  ...adminTypes.map(
    (adminType): Omit<SystemRole, 'id'> => ({ name: adminType, companyType: null, adminType, role: 'Admin' }),
  ),
  ...companyTypes.flatMap((companyType) =>
    roles.map(
      (role): Omit<SystemRole, 'id'> => ({ name: `${companyType} ${role}`, companyType, adminType: null, role }),
    ),
  ),
].map((role, at) => ({ id: at + 1, ...role }));

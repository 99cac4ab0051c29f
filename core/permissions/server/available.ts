import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { withinCeiling } from '../common/ceiling.ts';
import type { Granted } from '../common/toggle.ts';
import { permissionsByKey } from './permission-index.ts';

/**
 * What groups of an app can grant to people of such a company: everything within the ceiling of an operator. Those
 * above it are administrators, who skip the groups.
 */
export function grantable(
  apps: readonly AppManifest[],
  appId: string,
  companyType: CompanyType | null,
  role: 'Operator' | 'Viewer' | 'Admin' = 'Operator',
): Granted {
  const found: Granted = {};
  for (const permission of permissionsByKey(apps).values()) {
    if (permission.module !== appId) continue;
    if (companyType && !withinCeiling({ companyType, adminType: null, role }, permission)) continue;
    (found[permission.entity] ??= []).push(permission.action);
  }
  return found;
}

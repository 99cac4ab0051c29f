import type { AccessRule } from '#platform/common/access.ts';
import type { CompanyType } from '#platform/common/company-kinds.ts';

const police: CompanyType[] = ['HQ Police Station', 'Local Police Station'];

/** What belongs to a panel is nothing for the police: of an incident it sees what was handed over with it. */
export const keptFromPolice = <Kept extends { can(action: string): AccessRule }>(entity: Kept): Kept => ({
  ...entity,
  can: (action) => ({ ...entity.can(action), notCompanyTypes: police }),
});

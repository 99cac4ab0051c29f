import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { grantable } from './available.ts';
import { writeGroupParts } from './group-rows.ts';

type DemoGroup = {
  appId: string;
  companyId: number;
  /** By default a customer. */
  companyType?: CompanyType;
  name: string;
  role: 'Viewer' | 'Operator';
  users: number[];
  resources: ('*' | number)[];
};

/** A group that grants all that the role can have in the app. Its demo data names structures, so who makes them calls it. */
export async function addDemoGroup(
  tx: Tx,
  kit: Kit,
  { appId, companyId, companyType = 'Customer', name, role, users, resources }: DemoGroup,
): Promise<void> {
  const { id: groupId } = await tx
    .insertInto('permissionGroup')
    .values({ companyId, appId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeGroupParts(
    tx,
    { groupId, companyId },
    { users, resources, permissions: grantable(kit.apps, appId, companyType, role) },
  );
}

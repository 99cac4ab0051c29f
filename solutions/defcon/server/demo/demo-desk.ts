import {
  addDemoContract,
  addDemoPeople,
  type DemoPerson,
  type demoCompanies,
  grantApp,
} from '#core/accounts/server/api.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The people of the security company of the demo. */
const people: readonly Omit<DemoPerson, 'companyId'>[] = [
  { email: 'security@rasid.test', firstName: 'هند', lastName: 'الشامسي', locale: 'ar', role: 'Admin', appRole: null },
  { email: 'guard@rasid.test', firstName: 'Bilal', lastName: 'Hassan', locale: 'en', role: 'Operator', appRole: null },
  {
    ...{ email: 'responder@rasid.test', firstName: 'Imran', lastName: 'Qureshi', locale: 'en' },
    ...{ role: 'Operator', appRole: 'responder' },
  },
];

/** A security company that watches the panels of a retailer. One panel is still offered to it. */
export async function addDemoDesk(
  tx: Tx,
  kit: Kit,
  { aman, qasr }: Pick<Awaited<ReturnType<typeof demoCompanies>>, 'aman' | 'qasr'>,
): Promise<void> {
  await grantApp(tx, 'defcon', [aman]);
  const [, ...operators] = await addDemoPeople(
    tx,
    'defcon',
    people.map((person) => ({ ...person, companyId: aman })),
  );
  await addDemoGroup(tx, kit, {
    ...{ appId: 'defcon', companyId: aman, companyType: 'Security Company', name: 'غرفة المراقبة' },
    ...{ role: 'Operator', users: operators, resources: ['*'] },
  });
  await addDemoContract(tx, { providerId: aman, clientId: qasr, abilities: [], structures: [] });
  const panels = await tx
    .selectFrom('defconPanel')
    .select('id')
    .where('companyId', '=', qasr)
    .where('service', '=', 'active')
    .orderBy('id')
    .execute();
  if (panels.length === 0) return;
  await tx
    .insertInto('defconAssignment')
    .values(
      panels.map(({ id }) => ({
        ...{ companyId: aman, ownerId: qasr, panelId: id, role: 'monitoring' as const },
        ...{ state: 'accepted' as const, inForce: true },
      })),
    )
    .execute();
}

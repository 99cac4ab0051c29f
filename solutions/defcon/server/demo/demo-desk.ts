import {
  addDemoCompanies,
  addDemoContract,
  addDemoPeople,
  type DemoPerson,
  type demoCompanies,
  grantApp,
} from '#core/accounts/server/api.ts';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo } from '#platform/server/postgres/values.ts';
import { writeStep } from '#platform/server/records/lifecycle.ts';
import { offerDays } from '../../common/assignments/assignment.ts';
import type { AddedPanel } from './demo-panels.ts';

type Companies = Pick<Awaited<ReturnType<typeof demoCompanies>>, 'aman' | 'qasr' | 'reem'>;

/** The people of the security company of the demo. */
const people: readonly Omit<DemoPerson, 'companyId'>[] = [
  { email: 'security@rasid.test', firstName: 'هند', lastName: 'الشامسي', locale: 'ar', role: 'Admin', appRole: null },
  { email: 'guard@rasid.test', firstName: 'Bilal', lastName: 'Hassan', locale: 'en', role: 'Operator', appRole: null },
  {
    ...{ email: 'responder@rasid.test', firstName: 'Imran', lastName: 'Qureshi', locale: 'en' },
    ...{ role: 'Operator', appRole: 'responder' },
  },
];
const second: Omit<DemoPerson, 'companyId'> = {
  ...{ email: 'dispatcher@rasid.test', firstName: 'مها', lastName: 'النقبي', locale: 'ar' },
  ...{ role: 'Operator', appRole: null },
};

/** A security company that watches the panels of its customers. Returns its operators. */
export async function addDemoDesk(
  tx: Tx,
  kit: Kit,
  { aman, qasr }: Companies,
  panels: readonly AddedPanel[],
): Promise<number[]> {
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
  await watch(tx, aman, panels);
  return operators;
}

async function watch(tx: Tx, aman: number, panels: readonly AddedPanel[]): Promise<void> {
  if (panels.length === 0) return;
  await tx
    .insertInto('defconAssignment')
    .values(
      panels.map(({ id, companyId }) => ({
        ...{ companyId: aman, ownerId: companyId, panelId: id, role: 'monitoring' as const },
        ...{ state: 'accepted' as const, inForce: true, fromAt: sqlAgo(12, 'month') },
      })),
    )
    .execute();
}

/** The panel that was offered to the security company, and waits for its answer. */
const offered = 'مكتب المدرسة';
/** Of the gold shop the tenant has the safe: its door and the button. */
const ofTenant = { panel: 'محل الذهب', zones: [4, 5] };

/** A second customer of the security company, one more operator, and a tenant of the gold shop. */
export async function addFurtherDesk(
  tx: Tx,
  kit: Kit,
  { aman, reem }: Companies,
  panels: readonly AddedPanel[],
): Promise<number[]> {
  const [operator = 0] = await addDemoPeople(tx, 'defcon', [{ ...second, companyId: aman }]);
  await addDemoGroup(tx, kit, {
    ...{ appId: 'defcon', companyId: aman, companyType: 'Security Company', name: 'الوردية الليلية' },
    ...{ role: 'Operator', users: [operator], resources: ['*'] },
  });
  await addDemoContract(tx, { providerId: aman, clientId: reem, abilities: [], structures: [] });
  await watch(
    tx,
    aman,
    panels.filter(({ name }) => name !== offered && name !== ofTenant.panel && name !== 'Warehouse 4'),
  );
  await offer(
    tx,
    aman,
    panels.find(({ name }) => name === offered),
  );
  await addTenant(
    tx,
    panels.find(({ name }) => name === ofTenant.panel),
  );
  return [operator];
}

async function offer(tx: Tx, aman: number, panel: AddedPanel | undefined): Promise<void> {
  if (!panel) return;
  const { id } = await tx
    .insertInto('defconAssignment')
    .values({
      ...{ companyId: aman, ownerId: panel.companyId, panelId: panel.id, role: 'monitoring' },
      comment: 'نرجو مراقبة المكتب أيام العطلة المدرسية.',
      dueAt: new Date(Date.now() + offerDays * dayMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeStep(tx, 'defcon_assignment', id, 'offer');
}

async function addTenant(tx: Tx, panel: AddedPanel | undefined): Promise<void> {
  if (!panel) return;
  const [lulua = 0] = await addDemoCompanies(tx, 'defcon', [
    {
      ...{ name: 'لؤلؤة للمجوهرات', email: 'office@lulua.test', type: 'Customer' },
      countryId: unitedArabEmirates,
    },
  ]);
  await addDemoPeople(tx, 'defcon', [
    {
      ...{ email: 'tenant@rasid.test', firstName: 'لؤلؤة', lastName: 'المهيري', locale: 'ar', companyId: lulua },
      ...{ role: 'Admin', appRole: null },
    },
  ]);
  const zones = await tx
    .selectFrom('defconZone')
    .select('id')
    .where('panelId', '=', panel.id)
    .where('number', 'in', ofTenant.zones)
    .execute();
  await tx
    .insertInto('defconAssignment')
    .values({
      ...{ companyId: lulua, ownerId: panel.companyId, panelId: panel.id, role: 'tenant' },
      ...{ state: 'accepted', inForce: true, zones: zones.map(({ id }) => id), fromAt: sqlAgo(6, 'month') },
    })
    .execute();
}

import { addDemoContract, addDemoPeople, demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { addDemoConnector } from '#core/integrations/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { usualPolicy } from '../../common/visits/policy.ts';
import { orderReports } from '../documents/order-reports.ts';
import { demoHits } from './demo-hits.ts';
import { addHeard, addHits, addRecords, addVisits } from './demo-rows.ts';
import { addDemoTraps, type DemoTrap, seedTraps } from './demo-traps.ts';
import { demoVisits } from './demo-visits.ts';

/** The virtual network of the demo, and its connector. */
export const trapNetwork = 'traps';

const abilities = [
  ...['device.read', 'hit.read', 'hit.verdict', 'trap.update', 'analysis.read', 'policy.read', 'folder.read'],
  ...['folder.create', 'visit.read', 'visit.create', 'visit.update', 'visit.work', 'visit.follow', 'visit.sign'],
  ...['operational-alarm.read', 'operational-alarm.acknowledge', 'operational-alarm.terminate', 'status-alarm.read'],
].map((ability) => `rodent.${ability}`);

/** The traps of a retailer, and twelve months in which a provider has looked after them. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const { qasr, gulfcare } = await demoCompanies(tx);
    await grantApp(tx, 'rodent', [qasr]);
    const traps = await addDemoTraps(tx, kit, qasr);
    // Without a history nobody has worked here yet.
    if (kit.settings.demoHistoryDays === 0) return;
    await grantApp(tx, 'rodent', [gulfcare]);
    await addDemoConnector(tx, kit, { companyId: qasr, kind: 'chirpstack', name: 'Trap gateways', key: trapNetwork });
    const structures = [...new Set(traps.map(({ structureId }) => structureId))];
    await addDemoContract(tx, {
      providerId: gulfcare,
      clientId: qasr,
      abilities: [...abilities, 'structure.structure.read'],
      structures,
    });
    const [technicianId = 0, , ownerId = 0] = await addDemoPeople(tx, 'rodent', [
      {
        email: 'technician@rasid.test',
        firstName: 'Suresh',
        lastName: 'Pillai',
        locale: 'en',
        companyId: gulfcare,
        role: 'Operator',
        appRole: 'supervisor',
      },
      {
        email: 'supervisor@rasid.test',
        firstName: 'أمينة',
        lastName: 'درويش',
        locale: 'ar',
        companyId: gulfcare,
        role: 'Admin',
        appRole: 'admin',
      },
      {
        email: 'foodsafety@rasid.test',
        firstName: 'Hessa',
        lastName: 'Al Marri',
        locale: 'en',
        companyId: qasr,
        role: 'Admin',
        appRole: 'admin',
      },
    ]);
    await addPolicies(tx, qasr, structures);
    await addHistory(tx, traps, { companyId: qasr, providerId: gulfcare, technicianId, ownerId });
  });

const addPolicies = (tx: Tx, companyId: number, structures: readonly number[]) =>
  tx
    .insertInto('rodentPolicy')
    .values(
      structures.map((id, n) => ({
        id,
        companyId,
        ...usualPolicy,
        respondH: JSON.stringify(usualPolicy.respondH),
        actionLevels: JSON.stringify(usualPolicy.actionLevels),
        reviewDue: new Date(Date.now() + (40 + n * 90) * 86_400_000).toISOString().slice(0, 10),
        reviewAlarmAt: null,
        contractor: 'Gulf Facility Care',
      })),
    )
    .execute();

type Of = { companyId: number; providerId: number; technicianId: number; ownerId: number };

async function addHistory(tx: Tx, traps: readonly DemoTrap[], of: Of): Promise<void> {
  const now = Date.now();
  const hits = demoHits(traps, now);
  const visits = await demoVisits(tx, { companyId: of.companyId, traps, hits, now });
  const ids = await addVisits(tx, visits, { ...of, now });
  await addHits(tx, hits, { ...of, now });
  await addHeard(tx, traps, now);
  const numbered = visits.map((visit, n) => ({ ...visit, id: ids[n] ?? 0 }));
  await addRecords(tx, numbered, { ...of, now });
  await seedTraps(tx, traps, new Map(hits.map(({ trap, counter }) => [trap.id, counter])));
  // Only the newest visit of each site has its report: laying out those of a year would take minutes.
  for (const [, ofSite] of Map.groupBy(numbered, ({ structureId }) => structureId)) {
    const newest = ofSite.findLast(({ state }) => state === 'signed');
    if (newest) await orderReports(tx, newest.id);
  }
}

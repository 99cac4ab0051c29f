import { sql } from 'kysely';
import { addDemoContract, addDemoPeople, demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { addDemoConnector } from '#core/integrations/server/api.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import { addDemoSignatures } from '#core/proofs/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { usualPolicy } from '../../common/visits/policy.ts';
import { orderReports } from '../documents/order-reports.ts';
import { addFolder } from '../documents/request-folder.ts';
import { demoHits, historyDays } from './demo-hits.ts';
import { addHeard, addHits, addRecords, addVisits, signMs } from './demo-rows.ts';
import { addDemoTraps, type DemoTrap, seedTraps } from './demo-traps.ts';
import { type DemoVisit, demoVisits } from './demo-visits.ts';

/** The virtual network of the demo, and its connector. */
export const trapNetwork = 'traps';

const abilities = [
  ...['device.read', 'hit.read', 'hit.verdict', 'trap.update', 'analysis.read', 'policy.read', 'folder.read'],
  ...['folder.create', 'visit.read', 'visit.create', 'visit.update', 'visit.work', 'visit.follow', 'visit.sign'],
  ...['licence.read', 'licence.create', 'licence.update', 'licence.delete'],
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
    await addDemoGroup(tx, kit, {
      ...{ appId: 'rodent', companyId: gulfcare, name: 'Technicians', role: 'Operator', resources: ['*'] },
      users: [technicianId],
    });
    await addPolicies(tx, qasr, structures);
    const of = { companyId: qasr, providerId: gulfcare, technicianId, ownerId };
    await addHistory(tx, kit, traps, of);
    await addLicences(tx, of);
    await addFolders(tx, structures, of);
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

async function addHistory(tx: Tx, kit: Kit, traps: readonly DemoTrap[], of: Of): Promise<void> {
  const now = Date.now();
  const hits = demoHits(traps, now);
  const visits = await demoVisits(tx, { companyId: of.companyId, traps, hits, now });
  const ids = await addVisits(tx, visits, { ...of, now });
  await addHits(tx, hits, { ...of, now });
  await addHeard(tx, traps, now);
  const numbered = visits.map((visit, n) => ({ ...visit, id: ids[n] ?? 0 }));
  await sign(tx, kit, numbered, of);
  await addRecords(tx, numbered, { ...of, now });
  await seedTraps(tx, kit, traps, new Map(hits.map(({ trap, counter }) => [trap.id, counter])));
  // Those of older visits follow one after the other: laying out all of them takes minutes.
  const most = kit.settings.demoStill?.includes('rodent') ? reportsAtOnce : numbered.length;
  const signed = numbered
    .filter(({ state }) => state === 'signed')
    .toReversed()
    .slice(0, most);
  for (const [n, { id }] of signed.entries()) await orderReports(tx, id, n < reportsAtOnce ? 0 : n * reportSeconds);
}

/** The newest reports are laid out at once, and a further one whenever so many seconds have passed. */
const reportsAtOnce = 4;
const reportSeconds = 15;

/** The folder of a year of each site, ready for an auditor who comes unannounced. */
async function addFolders(tx: Tx, sites: readonly number[], { companyId, ownerId }: Of): Promise<void> {
  // Until the end of today, so that it has the plans, which are new.
  const to = new Date(Math.ceil(Date.now() / dayMs) * dayMs);
  const period = { from: new Date(to.getTime() - historyDays * dayMs).toISOString(), to: to.toISOString() };
  for (const [n, structureId] of sites.entries())
    await addFolder(
      tx,
      { companyId, structureId, ...period },
      { language: n === 0 ? 'en' : 'ar', userId: ownerId, due: true },
    );
}

/** The licence of the technician, which was renewed ten days late: one visit was led without one. */
const addLicences = (tx: Tx, { companyId, providerId, technicianId }: Of) => {
  const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
  return tx
    .insertInto('rodentLicence')
    .values(
      [
        { number: 'PC-2025-1187', validFrom: day(414), expiresOn: day(50) },
        { number: 'PC-2026-0342', validFrom: day(40), expiresOn: day(-325) },
      ].map((licence) => ({ companyId, providerId, technicianId, authority: 'Dubai Municipality', ...licence })),
    )
    .execute();
};

/** Lets visits be signed as on a phone. */
async function sign(tx: Tx, kit: Kit, visits: readonly (DemoVisit & { id: number })[], of: Of): Promise<void> {
  const signed = visits.flatMap(({ id, signedBy, endedAt }) =>
    signedBy === null || endedAt === null
      ? []
      : [{ id, name: signedBy, at: new Date(endedAt + signMs).toISOString(), userId: of.technicianId }],
  );
  const names = await addDemoSignatures(
    { tx, kit },
    { companyId: of.companyId, app: 'rodent', type: 'visit' },
    strokes,
    signed,
  );
  await sql`
    UPDATE rodent_visit v SET signature = n.name
      FROM unnest(${signed.map(({ id }) => id)}::integer[], ${names}::uuid[]) AS n (id, name) WHERE v.id = n.id`.execute(
    tx,
  );
}
/** "Hessa" in one line of the pen, and a stroke under it. */
const strokes =
  'M180 120 C170 190 165 240 160 300 M300 105 C285 180 280 240 285 300 M150 215 C210 190 260 195 330 200 C370 215 400 235 425 215 C445 190 400 180 395 225 C395 285 460 275 500 225 C520 190 545 185 540 215 C535 255 500 270 505 280 C560 275 590 230 615 200 C640 180 650 205 640 240 C630 275 605 275 610 280 C670 270 700 225 735 210 C775 200 770 265 730 265 C690 260 715 205 765 210 C775 240 780 275 830 255 C880 230 930 215 1010 220 M210 340 C420 320 690 322 980 335';

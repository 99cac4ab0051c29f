import { addDemoCompanies, addDemoPeople } from '#core/accounts/server/api.ts';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { demoDeviceSecret } from '#core/device-app/server/api.ts';
import { addDemoFittings, type DemoFitting } from '#core/fittings/server/api.ts';
import { addInstalledDevice } from '#core/inventory/server/api.ts';
import { addDemoGeofences, addDemoSites } from '#core/places/server/api.ts';
import { addRules, type RuleDraft } from '#core/rules/server/api.ts';
import { level, sensorIs } from '#core/templates/server/api.ts';
import { addDemoTracks, type DemoTrack } from '#core/tracking/server/api.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { addDemoDrivers } from './demo-drivers.ts';
import { addDemoJobs } from './demo-jobs.ts';
import { addDemoPoints } from './demo-points.ts';
import { addDemoReadings } from './demo-readings.ts';
import { addDemoRoutes } from './demo-routes.ts';
import { type AddedVehicle, addDemoVehicles } from './demo-vehicles.ts';
import { tours } from './tours.ts';
import { depots, fences, swapped } from './vehicle-data.ts';

/** The prefix of the serial numbers of the trackers; the number of the vehicle follows, in four hex digits. */
export const demoSerials = '70B3D5EC';
/** The former tracker of the vehicle that got another one. */
const formerSerial = '70B3D5ED0001';
/** With a shorter history the whole demo has no fleet: its journeys are what there is to see. */
const historyDays = 14;
const company = {
  name: 'Tareeq Transport',
  email: 'office@tareeq.test',
  type: 'Customer',
  countryId: unitedArabEmirates,
} as const;
const token = { activatedDaysAgo: 390, expiresInDays: 730 };

/** A haulier with three depots: vehicles, their trackers and journeys, and the places that they go to. */
export async function loadDemo(kit: Kit): Promise<void> {
  if ((kit.settings.demoHistoryDays ?? historyDays) < historyDays) return;
  await inSystem(kit.db, async (tx) => {
    const [companyId = 0] = await addDemoCompanies(tx, 'fleet', [company]);
    await addDemoPeople(tx, 'fleet', [
      {
        ...{ email: 'tareeq@rasid.test', firstName: 'Salem', lastName: 'Al Mazrouei', locale: 'en' },
        ...{ companyId, role: 'Admin', appRole: null },
      },
      {
        ...{ email: 'planner@rasid.test', firstName: 'عائشة', lastName: 'الكعبي', locale: 'ar' },
        ...{ companyId, role: 'Operator', appRole: null },
      },
    ]);
    const sites = await addDemoSites(tx, companyId, depots);
    await addDemoGeofences(tx, companyId, fences);
    await addDemoPoints(tx, companyId);
    const vehicles = await addDemoVehicles(tx, companyId, sites);
    await addDemoDrivers(tx, vehicles);
    await addDemoJobs(tx, companyId, vehicles);
    await addDemoRoutes(tx, companyId, vehicles);
    const { fittings, tracks } = await addTrackers(tx, kit, vehicles);
    await addDemoFittings(tx, fittings);
    await addRules({ tx, kit }, companyId, rules);
    await addDemoReadings(tx, kit, tracks, historyDays);
    await addDemoTracks(tx, tracks, historyDays);
  });
}

const rule = { app: 'fleet', solutionId: 22 } as const;
/** Its trucks may drive 80 km/h. */
const rules: readonly RuleDraft[] = [
  {
    ...{ ...rule, kind: 'overspeed', name: 'Overspeed', titles: { en: 'Overspeed', ar: 'تجاوز السرعة' } },
    levels: [level('poor', { position: 'faster', than: 85 }, 10)],
  },
  {
    ...{ ...rule, kind: 'idling', name: 'Idling', titles: { en: 'Idling', ar: 'دوران المحرك دون حركة' } },
    levels: [level('ok', { all: [sensorIs('ignition', true), { position: 'slower', than: 5 }] }, 600)],
  },
  {
    ...{
      ...rule,
      kind: 'power-cut',
      name: 'Battery disconnected',
      titles: { en: 'Battery disconnected', ar: 'فصل البطارية' },
    },
    levels: [level('problem', { sensor: 'externalVoltage', is: '<', value: 6, clearBand: 2 })],
  },
];

/** Noon of yesterday by the clocks of the company. */
const swappedAt = () => Math.floor((Date.now() + 4 * hourMs) / dayMs) * dayMs - 4 * hourMs - dayMs / 2;

/** A tracker in each vehicle with a tour, of which one has had another one before. */
async function addTrackers(tx: Tx, kit: Kit, vehicles: readonly AddedVehicle[]) {
  const fittings: DemoFitting[] = [];
  const tracks: DemoTrack[] = [];
  const begin = Date.now() - historyDays * dayMs;
  for (const [n, vehicle] of vehicles.slice(0, tours.length).entries()) {
    const { id, companyId, structureId, name } = vehicle;
    const route = tours[n];
    if (!route) continue;
    const isSwapped = name === swapped;
    const parts = isSwapped
      ? [
          {
            serial: formerSerial,
            named: 'RoadLink (spare)',
            from: begin,
            to: swappedAt(),
            why: 'No fix since the battery was changed',
          },
          { serial: serialOf(n), named: `RoadLink ${n + 1}`, from: swappedAt(), to: null, why: '' },
        ]
      : [{ serial: serialOf(n), named: `RoadLink ${n + 1}`, from: begin, to: null, why: '' }];
    for (const { serial, named, from, to, why } of parts) {
      const hardwareId = n % 3 === 2 ? 2202 : 2201;
      const device = { companyId, app: 'fleet', solutionId: 22, hardwareId, name: named, serial, structureId };
      const deviceId = await addInstalledDevice(tx, { ...device, secret: demoDeviceSecret(kit, serial), token });
      const subject = { type: 'vehicle', id, name };
      fittings.push({ companyId, app: 'fleet', deviceId, subject, structureId, from, to, why });
      const span = { from, to: to ?? Number.POSITIVE_INFINITY };
      tracks.push({ device: deviceId, companyId, route, offset: 0, intervalSeconds: 10, span });
    }
  }
  return { fittings, tracks };
}

export const serialOf = (vehicle: number): string =>
  `${demoSerials}${(vehicle + 1).toString(16).toUpperCase().padStart(4, '0')}`;

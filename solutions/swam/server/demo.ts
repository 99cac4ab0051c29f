import { createHmac } from 'node:crypto';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { addRules } from '#core/alarms/server/api.ts';
import { addInstalledDevice } from '#core/devices/server/api.ts';
import { addDemoPlan, demoSpots } from '#core/layouts/server/api.ts';
import { findStructures, floorAtLevel } from '#core/places/server/api.ts';
import { addReadings, type Curve } from '#core/telemetry/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { inSystem, systemScope } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { hardware, sensorTypes } from '../common/sensors.ts';
import { curves } from './demo-curves.ts';
import { nouns } from './demo-names.ts';
import { demoRules } from './demo-rules.ts';

const arabic = /[\u0600-\u06FF]/;
const idOf = new Map([['battery', 1], ['rssi', 2], ...sensorTypes.map((sensor) => [sensor.key, sensor.id] as const)]);
const everything: ListQuery = { limit: 100, skip: 0, total: false, filters: {}, ranges: {} };
/** What stands where on the plan of a ground floor, by solution. */
const spots: Readonly<Record<number, { x: number; y: number }>> = {
  2: demoSpots.tank,
  3: demoSpots.pumps,
  8: demoSpots.meterRoom,
  17: demoSpots.switchboard,
  6: demoSpots.kitchen,
  4: demoSpots.lobby,
  9: demoSpots.office,
};
/** Structures that have such a plan. */
const planned = new Set(['Marina Heights', 'فندق الوادي الرياض']);
export const demoSerials = '70B3D50A';

/** The secret of a demo device: the same after every reset of one installation, and known to nobody else. */
export const demoSecret = (kit: Kit, serial: string): string =>
  createHmac('sha256', kit.secrets.sealing).update(`demo ${serial}`).digest('base64url').slice(0, 32);

/** Devices of many models in each customer's structures, rules for them, and a month of readings. */
export async function demo(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    const structures = await findStructures(tx, systemScope, everything, null);
    const history: Curve[] = [];
    let made = 0;
    for (const key of ['reem', 'wadi', 'qasr'] as const) {
      for (const [place, structure] of structures.data
        .filter(({ companyId }) => companyId === companies[key])
        .entries()) {
        const floor = planned.has(structure.name) ? await floorAtLevel(tx, structure.id, 0) : null;
        const onPlan: { id: number; x: number; y: number }[] = [];
        // Each structure has every other model, so that structures differ, and always a tank and a water meter.
        for (const model of hardware.filter(
          ({ solution }, at) => solution === 2 || solution === 8 || (at + place) % 2 === 1,
        )) {
          made++;
          const serial = `${demoSerials}${made.toString(16).toUpperCase().padStart(4, '0')}`;
          const noun = nouns[model.solution];
          const spot = spots[model.solution];
          const id = await addInstalledDevice(tx, {
            companyId: companies[key],
            app: 'swam',
            solutionId: model.solution,
            hardwareId: model.id,
            name: `${arabic.test(structure.name) ? noun?.ar : noun?.en} ${made}`,
            serial,
            structureId: structure.id,
            floorId: spot && floor ? floor.id : null,
            secret: demoSecret(kit, serial),
            // One here and there has not been paid for.
            token: made % 29 === 0 ? null : { activatedDaysAgo: 40, expiresInDays: 730 },
          });
          if (spot && floor && !onPlan.some((one) => one.x === spot.x)) onPlan.push({ id, ...spot });
          for (const sensor of model.sensors) {
            const sensorId = idOf.get(sensor) ?? 0;
            const curve = curves[sensorId];
            if (curve) history.push({ lowest: 0, total: false, ...curve, device: id, sensor: sensorId });
          }
        }
        await addDemoPlan(tx, { companyId: companies[key], structureId: structure.id }, onPlan);
      }
      await addRules(tx, companies[key], demoRules);
    }
    await addReadings(tx, history, 30);
  });
}

import { sql } from 'kysely';
import { demoCompanies, demoUsers, grantApp } from '#core/accounts/server/api.ts';
import { demoDeviceSecret, type VirtualDemo } from '#core/device-app/server/api.ts';
import { seedLastSeen } from '#core/devices/server/api.ts';
import { addInstalledDevice } from '#core/inventory/server/api.ts';
import { addDemoSpacePlan } from '#core/layouts/server/api.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import { floorWriter } from '#core/places/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { type DemoCaller, demoCallerOf } from '#platform/server/http/demo-caller.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { Writing } from '#platform/server/records/writer.ts';
import { sparking } from '../../app.ts';
import { groupRoutes } from '../../common/group.ts';
import { locationRoutes } from '../../common/location-routes.ts';
import { itemsOfRow } from '../../common/plan/row-items.ts';
import { groupHandlers } from '../locations/groups.ts';
import { locationHandlers } from '../locations/locations.ts';
import { carParks, type DemoCarPark, type DemoGroup, numbersIn } from './car-parks.ts';
import { type DemoDevice, demoDevices, isBehindDarkGateway, serials, silentBay, stuckDays } from './demo-devices.ts';
import { addNights } from './demo-nights.ts';
import { addReservations } from './demo-reservations.ts';
import { levelDrawing, levelRatio, rowsFor, streetDrawing } from './level-drawing.ts';
import { addPast } from './past.ts';
import { actInCarPark, stirsInCarPark } from './virtual-bays.ts';

const sleepingSensor = { everySeconds: 6 * 3600, awakeSeconds: 5 };

/** The virtual devices of the car parks. */
const demo: VirtualDemo = {
  app: sparking,
  serials,
  behaviors: {
    occupied: { state: false },
    signOfLife: { state: false },
    magneticField: { typical: 46, noise: 6 },
    distance: { typical: 41, noise: 3, lowest: 0 },
    temperature: { typical: 33, swing: 5, noise: 1 },
    battery: { typical: 91, noise: 1, drain: 0.02 },
    rssi: { typical: -96, swing: 2, noise: 4, lowest: -150 },
    passIn: { state: 0 },
    passOut: { state: 0 },
  },
  sleeps: { 2301: sleepingSensor, 2302: sleepingSensor },
  acts: actInCarPark,
  stirs: stirsInCarPark,
  answerCommand: () => ({ reply: {} }),
};

/** The same with what is to go wrong. */
export const demoWith = (faults: NonNullable<Kit['settings']['demoFaults']>): VirtualDemo =>
  faults.includes('dark-gateway') ? { ...demo, isUnheard: isBehindDarkGateway } : demo;

/** A group of the demo with the ids of its bays by their numbers. */
export type MadeGroup = {
  park: DemoCarPark;
  group: DemoGroup;
  id: number;
  locationId: number;
  floorId: number | null;
  bays: ReadonlyMap<string, number>;
};
export type MadeDevice = DemoDevice & { id: number; made: MadeGroup };

/** Four car parks of a company that runs them, with what watches their bays and three months of vehicles. */
export async function loadDemo(kit: Kit): Promise<void> {
  // Tests have no history and make their own car parks.
  if (kit.settings.demoHistoryDays === 0) return;
  const { companyId, userId } = await inSystem(kit.db, async (tx) => {
    const company = (await demoCompanies(tx)).saff;
    await grantApp(tx, sparking.id, [company]);
    return { companyId: company, userId: (await demoUsers(tx)).parking as number };
  });
  const call = demoCallerOf(kit, { userId, companyId, adminType: null, locale: 'en' });
  const groups: MadeGroup[] = [];
  for (const park of carParks) groups.push(...(await makeCarPark(call, companyId, park)));
  await inSystem(kit.db, async (tx) => {
    await addDemoGroup(tx, kit, {
      ...{ appId: sparking.id, companyId, name: 'Attendants', role: 'Operator', resources: ['*'] },
      users: [(await demoUsers(tx)).attendant as number],
    });
    const made = await withBays(tx, groups);
    const devices = await addDevices({ tx, kit }, companyId, made);
    await addPlans({ tx, kit }, companyId, made);
    await addPast(tx, kit, made, devices);
    await addLastSeen(tx, kit, devices);
    await addNights(tx, groups, (await demoUsers(tx)).attendant as number);
  });
  await addReservations(call, groups);
}

async function makeCarPark(call: DemoCaller, companyId: number, park: DemoCarPark): Promise<MadeGroup[]> {
  const { id: locationId } = await call(locationRoutes.create, locationHandlers.create, { body: park.fields });
  const floors = new Map<string, number>();
  const made: MadeGroup[] = [];
  for (const [order, group] of park.groups.entries()) {
    const { name, kind, floor, level = 0, places } = group;
    if (floor !== undefined && !floors.has(floor)) {
      const fields = { structureId: locationId, name: floor, level };
      const added = await call(locationRoutes.get, (context: Writing) =>
        floorWriter.create(context, companyId, fields),
      );
      floors.set(floor, added.id);
    }
    const floorId = floor === undefined ? null : (floors.get(floor) ?? null);
    const fields = { name, kind, floorId, order, ...(places === undefined ? {} : { capacityDeclared: places }) };
    const { id } = await call(groupRoutes.create, groupHandlers.create, { body: { locationId, ...fields } });
    for (const { prefix, from, to, digits, use } of group.series)
      await call(groupRoutes.update, groupHandlers.update, {
        params: { id },
        body: { slots: { prefix, from, to, digits, use } },
      });
    made.push({ park, group, id, locationId, floorId, bays: new Map() });
  }
  return made;
}

/** The last bays of a group for electric vehicles charge fast. */
async function addChargers(tx: Tx, groupId: number): Promise<void> {
  await sql`
    UPDATE sparking_slot t
       SET charger = jsonb_build_object('connector', CASE WHEN right(t.number, 2) > '08' THEN 'ccs2' ELSE 'type2' END,
                                        'kW', CASE WHEN right(t.number, 2) > '08' THEN 60 ELSE 22 END, 'channel', t.number)
     WHERE t.group_id = ${groupId} AND t.use = 'ev'`.execute(tx);
}

/** The bays of the groups, with the limits and chargers of their series. */
async function withBays(tx: Tx, groups: readonly MadeGroup[]): Promise<MadeGroup[]> {
  for (const { id, group } of groups)
    for (const series of group.series) {
      const { maxStayMinutes = null, use } = series;
      if (maxStayMinutes !== null)
        await tx
          .updateTable('sparkingSlot')
          .set({ maxStayMinutes })
          .where('groupId', '=', id)
          .where('number', 'in', numbersIn(series))
          .execute();
      if (use === 'ev') await addChargers(tx, id);
    }
  const slots = await tx
    .selectFrom('sparkingSlot')
    .select(['id', 'number', 'groupId'])
    .where(
      'groupId',
      'in',
      groups.map(({ id }) => id),
    )
    .execute();
  return groups.map((group) => ({
    ...group,
    bays: new Map(slots.flatMap(({ id, number, groupId }) => (groupId === group.id ? [[number, id] as const] : []))),
  }));
}

async function addDevices(
  { tx, kit }: { tx: Tx; kit: Kit },
  companyId: number,
  groups: readonly MadeGroup[],
): Promise<MadeDevice[]> {
  const devices: MadeDevice[] = [];
  for (const device of demoDevices) {
    const { serial, model, name, bays } = device;
    const made = groups.find(({ group, park }) => group === device.group && park === device.park);
    if (!made) continue;
    const [first] = bays;
    const id = await addInstalledDevice(tx, {
      ...{ companyId, app: sparking.id, solutionId: 23, hardwareId: model, name, serial },
      structureId: made.locationId,
      floorId: made.floorId,
      spaceId: first?.channel === '' ? (made.bays.get(first.number) ?? null) : null,
      secret: demoDeviceSecret(kit, serial),
      token: { activatedDaysAgo: 120, expiresInDays: 610 },
    });
    devices.push({ ...device, id, made });
  }
  const channels = devices.flatMap(({ id: deviceId, bays, made }) =>
    bays.flatMap(({ channel, number }) => {
      const spaceId = made.bays.get(number);
      return channel === '' || spaceId === undefined ? [] : [{ companyId, deviceId, channel, spaceId }];
    }),
  );
  await tx.insertInto('sparkingChannel').values(channels).execute();
  await tx
    .insertInto('sparkingCounter')
    .values(
      devices.flatMap(({ id: deviceId, counter, made }) =>
        counter === null ? [] : [{ companyId, deviceId, groupId: made.id, locationId: made.locationId }],
      ),
    )
    .execute();
  return devices;
}

/** All of them have been heard, the silent one some days ago. */
async function addLastSeen(tx: Tx, kit: Kit, devices: readonly MadeDevice[]): Promise<void> {
  const now = Date.now();
  const silentMs = (stuckDays + 1) * dayMs;
  await seedLastSeen(
    tx,
    kit,
    devices.map(({ id, bays }) => ({
      device: id,
      time: new Date(bays.some(({ number }) => number === silentBay) ? now - silentMs : now).toISOString(),
    })),
  );
}

/** The most bays in a row of a plan. */
const longestRow = 20;

/** The bays of a group in rows. */
function rowsOf(bays: readonly number[]): number[][] {
  const rows = Math.ceil(bays.length / (bays.length <= 30 ? 30 : longestRow));
  const each = Math.ceil(bays.length / rows);
  return Array.from({ length: rows }, (_, n) => bays.slice(n * each, (n + 1) * each));
}

async function addPlans(context: { tx: Tx; kit: Kit }, companyId: number, groups: readonly MadeGroup[]): Promise<void> {
  const byFloor = Map.groupBy(groups, ({ floorId }) => floorId);
  for (const [floorId, of] of byFloor) {
    const [first] = of;
    if (floorId === null || !first) continue;
    const rows = of.flatMap(({ bays }) => rowsOf([...bays.values()]));
    const drawn = rowsFor(rows.map((row) => row.length));
    await addDemoSpacePlan(
      context,
      { companyId, structureId: first.locationId },
      {
        floor: { id: floorId, name: first.group.floor ?? first.group.name },
        svg: first.group.kind === 'street-side' ? streetDrawing : levelDrawing,
        spaces: rows.flatMap((row, n) => {
          const { y, from, to } = drawn[n] ?? { y: 0.5, from: 0.1, to: 0.9 };
          return itemsOfRow(row, { start: { x: from, y }, end: { x: to, y }, turn: 0 }, levelRatio);
        }),
      },
    );
  }
}

import { createHmac } from 'node:crypto';
import { type DemoCustomer, demoCompanies, demoCustomers, demoUsers, grantApp } from '#core/accounts/server/api.ts';
import type { HardwareModel } from '#core/devices/common/manifest.ts';
import { reportingOf } from '#core/devices/common/models/reporting.ts';
import { linkDevices, sensorRegistry } from '#core/devices/server/api.ts';
import { addDeviceInStock, addInstalledDevice } from '#core/inventory/server/api.ts';
import { addDemoPlan } from '#core/layouts/server/api.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import { demoStructures, findStructures, floorAtLevel } from '#core/places/server/api.ts';
import { addRules } from '#core/rules/server/api.ts';
import { addTokens } from '#core/subscriptions/server/api.ts';
import { addReadings, type Curve } from '#core/telemetry/server/api.ts';
import { addDemoTemplates } from '#core/templates/server/api.ts';
import { addDemoTracks, type DemoTrack } from '#core/tracking/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { addDemoPastAlarms, type DemoDevice } from './demo-past-alarms.ts';
import {
  type Behaviors,
  behaviorsOfDevice,
  type CounterBehavior,
  type DeviceDemo,
  routeOf,
  type SensorBehavior,
} from './device-demo.ts';

const arabic = /[\u0600-\u06FF]/;
const allRows: ListQuery = { limit: 100, skip: 0, total: false, filters: {}, ranges: {} };
const historyDays = 40;
const trackDays = 3;
const modelsInStock = 3;
/** The customer whose people have permission groups, and who has devices in stock. */
const mainCustomer = 'reem';
const viewerStructures = ['Marina Heights', 'Creek Gardens', 'برج السعديات'];

/** The secret of a demo device: stable across resets, but different in each installation. */
export const demoDeviceSecret = (kit: Kit, serial: string): string =>
  createHmac('sha256', kit.secrets.sealing).update(`demo ${serial}`).digest('base64url').slice(0, 32);

type Structure = { id: number; name: string };
type Installation = {
  tx: Tx;
  kit: Kit;
  demo: DeviceDemo;
  companyId: number;
  history: Curve[];
  tracks: DemoTrack[];
  devices: DemoDevice[];
  handledBy: number;
  /** How many devices of a solution the company has, by its id. */
  counted: Map<number, number>;
  nextSerial(): string;
};

/** Installs devices in the structures of each customer, alarm rules, permission groups and a history of readings. */
export async function installDemo(kit: Kit, demo: DeviceDemo): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    const structures = await findStructures(tx, systemScope, allRows, null);
    const history: Curve[] = [];
    const tracks: DemoTrack[] = [];
    const devices: DemoDevice[] = [];
    const users = await demoUsers(tx);
    const customers = demo.customers ?? (Object.keys(demoCustomers) as DemoCustomer[]);
    let serialCount = 0;
    const nextSerial = () => `${demo.serials}${(++serialCount).toString(16).toUpperCase().padStart(4, '0')}`;
    await grantApp(
      tx,
      demo.app.id,
      customers.map((key) => companies[key]),
    );
    if (customers.includes(mainCustomer)) await addGroups(tx, kit, demo, companies[mainCustomer]);
    for (const key of customers) {
      const handledBy = users[demoCustomers[key]] as number;
      const installation = {
        tx,
        kit,
        demo,
        companyId: companies[key],
        history,
        tracks,
        devices,
        handledBy,
        counted: new Map<number, number>(),
        nextSerial,
      };
      const owned = structures.data.filter(({ companyId }) => companyId === companies[key]);
      for (const [place, structure] of owned.entries()) await addToStructure(installation, structure, place);
      await addRules({ tx, kit }, companies[key], demo.rules);
      const locale = owned.every(({ name }) => arabic.test(name)) ? 'ar' : 'en';
      await addDemoTemplates(tx, {
        kit,
        app: demo.app,
        companyId: companies[key],
        locale,
        starters: demo.templates ?? {},
      });
    }
    const days = kit.settings.demoHistoryDays ?? historyDays;
    if (days > 0) {
      await addReadings(tx, history, days);
      await addDemoTracks(tx, tracks, Math.min(days, trackDays));
      await addDemoPastAlarms({ tx, kit }, demo, devices, days);
      if (customers.includes(mainCustomer)) await addStock(tx, demo, companies[mainCustomer], nextSerial);
    }
  });
}

/** Devices that wait for their installation, and subscriptions for them. */
async function addStock(
  tx: Tx,
  { app, names }: DeviceDemo,
  companyId: number,
  nextSerial: () => string,
): Promise<void> {
  for (const model of (app.hardware ?? []).slice(0, modelsInStock)) {
    const serial = nextSerial();
    const name = `${names[model.solution]?.en ?? model.name.en} ${Number.parseInt(serial.slice(-4), 16)}`;
    const device = { companyId, app: app.id, solutionId: model.solution, hardwareId: model.id, name, serial };
    await addDeviceInStock(tx, device);
  }
  for (const months of [12, 36])
    await addTokens(tx, { companyId, app: app.id, solutionIds: [], source: 'bought', months, count: 2 });
}

async function addGroups(tx: Tx, kit: Kit, { app, groups }: DeviceDemo, companyId: number): Promise<void> {
  const [structures, users] = [await demoStructures(tx), await demoUsers(tx)];
  const group = { appId: app.id, companyId };
  await addDemoGroup(tx, kit, {
    ...group,
    name: groups.viewers,
    role: 'Viewer',
    users: [users.viewer as number],
    resources: viewerStructures.map((name) => structures[name] as number),
  });
  await addDemoGroup(tx, kit, {
    ...group,
    name: groups.operators,
    role: 'Operator',
    users: [users.operator as number],
    resources: ['*'],
  });
}

async function addToStructure(installation: Installation, structure: Structure, place: number): Promise<void> {
  const { tx, demo, companyId } = installation;
  const floor = demo.planned?.includes(structure.name) ? await floorAtLevel(tx, structure.id, 0) : null;
  const onPlan: { id: number; x: number; y: number }[] = [];
  const placed: { id: number; solution: number }[] = [];
  const models = (demo.app.hardware ?? []).filter(
    ({ solution }, at) => demo.everywhere.includes(solution) || (at + place) % 2 === 1,
  );
  for (const model of models) {
    const spot = demo.spots?.[model.solution];
    const id = await addDevice(installation, structure, model, spot && floor ? floor.id : null);
    placed.push({ id, solution: model.solution });
    if (spot && floor && !onPlan.some((position) => position.x === spot.x)) onPlan.push({ id, ...spot });
  }
  await linkDemo(installation, placed);
  await addDemoPlan(installation, { companyId, structureId: structure.id }, onPlan);
}

/** Links the devices of a structure with those that act for them. */
async function linkDemo(
  { tx, demo, companyId }: Installation,
  placed: readonly { id: number; solution: number }[],
): Promise<void> {
  const all = (solution: number) => placed.filter((device) => device.solution === solution);
  for (const { solution, to } of demo.linked ?? [])
    for (const { id: actorId } of all(to))
      await linkDevices(
        tx,
        all(solution).map(({ id }) => ({ companyId, deviceId: id, actorId })),
      );
}

async function addDevice(
  { tx, kit, demo, companyId, history, tracks, devices, handledBy, counted, nextSerial }: Installation,
  structure: Structure,
  model: HardwareModel,
  floorId: number | null,
): Promise<number> {
  const serial = nextSerial();
  const number = Number.parseInt(serial.slice(demo.serials.length), 16);
  const behaviors = behaviorsOfDevice(demo, model.id, serial);
  const language = arabic.test(structure.name) ? 'ar' : 'en';
  const nth = counted.get(model.solution) ?? 0;
  counted.set(model.solution, nth + 1);
  const name =
    demo.nameOf?.(model.solution, nth)?.[language] ??
    `${demo.names[model.solution]?.[language] ?? model.name.en} ${number}`;
  const id = await addInstalledDevice(tx, {
    companyId,
    app: demo.app.id,
    solutionId: model.solution,
    hardwareId: model.id,
    name,
    serial,
    structureId: structure.id,
    floorId,
    secret: demoDeviceSecret(kit, serial),
    // A few devices have no token.
    token: number % 29 === 0 ? null : { activatedDaysAgo: 40 + 31 * monthsOf(model, behaviors), expiresInDays: 730 },
  });
  devices.push({ id, solutionId: model.solution, arabic: arabic.test(structure.name), handledBy });
  const route = routeOf(demo, model.solution, serial);
  if (route) tracks.push({ device: id, companyId, ...route, intervalSeconds: reportingOf(model).movingSeconds });
  const sensors = sensorRegistry(kit.apps);
  for (const key of model.sensors) {
    const sensor = sensors.named(demo.app.id, key)?.id;
    const curve = sensor === undefined ? undefined : curveOf(behaviors[key]);
    if (curve && sensor !== undefined) history.push({ ...curve, device: id, sensor });
  }
  return id;
}

/** The longest history of a sensor of a model, in months. */
const monthsOf = ({ sensors }: HardwareModel, behaviors: Behaviors): number =>
  Math.max(...sensors.map((key) => (behaviors[key] as CounterBehavior | undefined)?.months ?? 0));

/** The daily curve of a sensor's history; undefined for texts. */
function curveOf(behavior: SensorBehavior | undefined): Omit<Curve, 'device' | 'sensor'> | undefined {
  if (!behavior) return undefined;
  const flat = { swing: 0, noise: 0, lowest: 0, total: false };
  if ('growth' in behavior)
    return {
      ...flat,
      mean: behavior.growth,
      swing: behavior.swing ?? 0,
      noise: behavior.noise ?? 0,
      total: true,
      start: behavior.start,
      months: behavior.months,
      season: behavior.season,
    };
  if ('state' in behavior)
    return typeof behavior.state === 'string' ? undefined : { ...flat, mean: Number(behavior.state) };
  const { typical, swing = 0, noise = 0, lowest = 0, drain = 0, dense } = behavior;
  return { mean: typical, swing, noise, lowest, total: false, trend: -drain, dense };
}

import type { SensorType } from '#core/devices/common/manifest.ts';
import { deviceRows, sensorRegistry, visibleDevice } from '#core/devices/server/api.ts';
import { structureSummaries, zoneOfSite } from '#core/places/server/api.ts';
import { hourlyValues, hourMs, meansOfSlots, readPoints, tokenActive } from '#core/telemetry/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { dayMs, instantOf, minuteMs, offsetAt } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { airIndex, castHours, type HourlyMeans, pollutants } from '../common/derived/air-quality-index.ts';
import { exposureOf, exposureSensors } from '../common/derived/gas-exposure.ts';
import { comparedNights, isContinuous, slotMinutes } from '../common/derived/night-flow.ts';
import { demandOf } from '../common/derived/power-quality.ts';
import { netRate, refillsIn, type TankForm, tankShapes, volumeAt } from '../common/derived/tank.ts';
import type { insightRoutes, TankReply } from '../common/insights.ts';
import { hardware } from '../common/sensors.ts';
import { installed } from './installed.ts';
import { localMidnight, nightReport, nightReports, nightWindow } from './night-flows.ts';
import { airScalesOf, waterUseOf } from './settings.ts';

type Insights = Handlers<typeof insightRoutes>;
type InsightContext = Pick<Context, 'tx' | 'kit' | 'actor'> & { params: { id: number } };

const [rateHours, refillDays, exposureHours, shownHours] = [2, 30, 8, 24];
const iso = (at: number) => new Date(at).toISOString();

/** The device of one of the solutions, and its sensors by key. */
async function measured({ tx, kit, actor, params }: InsightContext, ...solutions: readonly number[]) {
  const device = await visibleDevice(tx, actor, 'swam', params.id);
  if (!solutions.includes(device.solutionId)) throw refuse(404, 'not-found');
  if (!(await tokenActive(kit, device.id))) throw refuse(477, 'nothing-to-show');
  const model = hardware.find(({ id }) => id === device.hardwareId);
  const sensor = (key: string): SensorType => {
    const found = model?.sensors.includes(key) ? sensorRegistry(kit.apps).named('swam', key) : undefined;
    if (!found) throw refuse(477, 'nothing-to-show');
    return found;
  };
  return { device, sensor };
}

function startOfMonth(at: number, zone: string): number {
  const wall = new Date(at + offsetAt(at, zone));
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1), zone);
}

/** The shape of the tank as the device has reported it; missing values are the defaults of its model. */
function formOf({ attributes, hardwareId }: { attributes: unknown; hardwareId: number }): TankForm {
  const { config } = attributes as { config?: Record<string, unknown> };
  const settings = hardware.find(({ id }) => id === hardwareId)?.settings ?? {};
  const value = (key: string) => config?.[key] ?? settings[key]?.default;
  const number = (key: string) => Number(value(key)) || 1;
  return {
    shape: tankShapes.find((shape) => shape === value('tankShape')) ?? 'upright',
    height: number('tankHeight'),
    volume: number('tankVolume'),
  };
}

async function tank(context: Parameters<Insights['tank']>[0]): Promise<TankReply> {
  const { tx, actor } = context;
  const { device, sensor } = await measured(context, 2);
  const [form, now] = [formOf(device), Date.now()];
  const newest = Math.floor(now / hourMs) * hourMs + hourMs;
  const [level, fill] = [sensor('level'), sensor('fillPercent')];
  const of = (one: SensorType, from: number, seconds: number) =>
    readPoints(tx, { device: device.id, sensors: [one.id], from, to: newest, seconds });
  const [levels, fills] = await bypassRls(tx, actor.scope, async () => [
    await of(level, now - rateHours * hourMs, 300),
    await of(fill, newest - refillDays * dayMs, 3600),
  ]);
  const refills = refillsIn(fills.map(({ t, mean }) => ({ at: t, value: mean })));
  return {
    form,
    rate: netRate(levels.map(({ t, mean }) => ({ at: t, value: volumeAt(form, mean) }))),
    refills: refills.reverse().map((refill) => ({ ...refill, from: iso(refill.from), to: iso(refill.to) })),
  };
}

const waterFlow: Insights['waterFlow'] = async (context) => {
  const { tx, actor } = context;
  const { device, sensor } = await measured(context, 3, 8);
  const [zone, useOf] = [
    await zoneOfSite(tx, device),
    await waterUseOf(tx, device.structureId === null ? [] : [device.structureId]),
  ];
  const now = Date.now();
  const flow = { device: device.id, sensor: sensor('flow').id };
  const nights = Array.from({ length: comparedNights + 1 }, (_, n) => nightWindow(now, zone, n));
  const slotMs = slotMinutes * minuteMs;
  const lastDay = { from: Math.floor(now / slotMs) * slotMs - dayMs, to: Math.floor(now / slotMs) * slotMs };
  const volume = sensor('volume');
  const [slots, today] = await bypassRls(tx, actor.scope, async () => [
    await meansOfSlots(
      tx,
      [lastDay, ...nights].map((window) => ({ ...flow, ...window })),
      slotMinutes * 60,
    ),
    await hourlyValues(tx, { device: device.id, sensor: volume, from: localMidnight(now, zone), to: now }),
  ]);
  const [day, ...ofNights] = slots;
  const use = useOf(device.structureId);
  return {
    today: today.length === 0 ? null : today.reduce((sum, { value }) => sum + value, 0),
    ...nightReport(
      nights.map(({ day }, n) => ({ day, slots: ofNights[n] ?? [] })),
      use,
    ),
    continuous: isContinuous(day ?? []),
    use,
  };
};

const outdoorAir: Insights['outdoorAir'] = async (context) => {
  const { tx, actor } = context;
  const { device, sensor } = await measured(context, 5);
  const scale = (await airScalesOf(tx, [device.companyId]))(device.companyId);
  const sensors = pollutants.map((key) => ({ key, id: sensor(key).id }));
  const to = Math.floor(Date.now() / hourMs) * hourMs;
  const hours = shownHours + castHours - 1;
  const points = await bypassRls(tx, actor.scope, () =>
    readPoints(tx, {
      device: device.id,
      sensors: sensors.map(({ id }) => id),
      from: to - hours * hourMs,
      to,
      seconds: 3600,
    }),
  );
  const means = new Map(points.map(({ sensorId, t, mean }) => [`${sensorId} ${Number(t)}`, mean]));
  const indexAt = (end: number) =>
    airIndex(
      scale,
      Object.fromEntries(
        sensors.map(({ key, id }): [string, HourlyMeans] => [
          key,
          Array.from({ length: castHours }, (_, age) => means.get(`${id} ${end - (age + 1) * hourMs}`) ?? null),
        ]),
      ),
    );
  return {
    scale,
    now: indexAt(to),
    hours: Array.from({ length: shownHours }, (_, n) => {
      const at = to - (shownHours - n) * hourMs;
      return { at: iso(at), index: indexAt(at + hourMs)?.index ?? null };
    }),
  };
};

const gasExposure: Insights['gasExposure'] = async (context) => {
  const { tx, actor } = context;
  const { device, sensor } = await measured(context, 6);
  const sensors = exposureSensors.map(sensor);
  const to = Date.now();
  const windows = sensors.map(({ id }) => ({ device: device.id, sensor: id, from: to - exposureHours * hourMs, to }));
  const quarters = await bypassRls(tx, actor.scope, () => meansOfSlots(tx, windows, 900));
  return sensors.map(({ key, unit }, n) => ({ sensor: key, unit, ...exposureOf(quarters[n] ?? []) }));
};

const powerDemand: Insights['powerDemand'] = async (context) => {
  const { tx, actor } = context;
  const { device, sensor } = await measured(context, 17);
  const now = Date.now();
  const from = startOfMonth(now, await zoneOfSite(tx, device));
  const points = await bypassRls(tx, actor.scope, () =>
    readPoints(tx, { device: device.id, sensors: [sensor('power').id], from, to: now, seconds: 1800 }),
  );
  const highest = demandOf(points.map(({ t, mean }) => ({ at: Number(t), value: mean })));
  return { highest: highest && { ...highest, at: iso(highest.at) } };
};

const siteNights: Insights['siteNights'] = async (context) => {
  const { tx, kit, actor, params } = context;
  const [site] = hasAbilityOn(actor.session, 'swam', 'analysis', 'read', params.id)
    ? await structureSummaries(tx, [params.id])
    : [];
  if (!site) throw refuse(404, 'not-found');
  const [devices, reports] = await bypassRls(tx, actor.scope, async () => {
    const found = await installed(tx, [3, 8], { structureId: site.id });
    return [found, await nightReports(context, found, Date.now())] as const;
  });
  const ids = devices.map(({ id }) => id);
  const rows = await deviceRows(tx, kit.apps, ids);
  return rows
    .flatMap(({ id, name, solutionId }) => {
      const report = reports[ids.indexOf(id)];
      if (!report) return [];
      const { nights, leak, lossPerYear, unusual } = report;
      return [{ id, name, solutionId, flow: nights[0]?.flow ?? null, leak, lossPerYear, unusual }];
    })
    .toSorted((a, b) => (b.leak ?? -1) - (a.leak ?? -1));
};

export const insightHandlers: Insights = { tank, waterFlow, outdoorAir, gasExposure, powerDemand, siteNights };

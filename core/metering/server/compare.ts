import { sql } from 'kysely';
import type { SensorType } from '#core/devices/common/manifest.ts';
import { activeAt, deviceFacts, deviceName, sensorRegistry, visibleDevice } from '#core/devices/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import { directoryOf, hourlyValues } from '#core/telemetry/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type ComparedItem,
  type CompareReply,
  type compareRoutes,
  fewestCompared,
  maxComparedMeters,
} from '../common/compare.ts';
import { midnightOf } from '../common/index-curve.ts';
import { consumptionOfMeters, daysOf, type MeterConsumption, zoneOfCaller } from './consumption.ts';
import { monthAt, monthSpan, monthsLater } from './months.ts';

type CompareContext = Context<ReturnType<typeof compareRoutes>['compare']>;
type Compared = { id: number; name: string; grossArea: number | null; devices: number[] };
type Buckets = { step: CompareReply['step']; starts: number[]; to: number };

const maxDays = 370;
const longestInHours = 2;
const longestInDays = 92;
/** The largest number of days, summed over the devices, for which hours are read. */
const maxDeviceDays = 12_000;
/** Values per m² are small, so they keep decimals. */
const areaDecimals = 2;

export const compareHandlers = (app: AppManifest): Handlers<ReturnType<typeof compareRoutes>> => ({
  async compare(context) {
    const { kit, query } = context;
    const { from, to } = periodOf(query);
    const sensor = sensorRegistry(kit.apps).named(app.id, query.quantity);
    if (sensor?.kind !== 'number') throw invalid('quantity', 'unknown-sensor');
    const compared = await (query.by === 'device' ? comparedDevices : comparedStructures)(context, app, sensor);
    const zone = await zoneOfCaller(context);
    const perArea = query.normalise === 'area' && query.by === 'structure' && sensor.counter === true;
    const buckets = bucketsOf(from, to, zone);
    const start = buckets.starts[0] ?? from;
    const length = query.with === 'previous' ? to - start : 0;
    const devices = compared.reduce((sum, one) => sum + one.devices.length, 0);
    if ((devices * (to - start + length)) / dayMs > maxDeviceDays) throw invalid('to', 'tooMuchToRead');
    const items: ComparedItem[] = [];
    const metered = await meteredTotals(context, app, compared, { from: start, to, length });
    for (const one of compared) items.push(await itemOf(context, one, sensor, { buckets, length, metered, zone }));
    if (!perArea && items.every(({ values }) => values.every((value) => value === null)))
      throw refuse(477, 'nothing-to-show');
    return {
      unit: perArea ? `${sensor.unit}/m²` : sensor.unit,
      decimals: (sensor.decimals ?? 0) + (perArea ? areaDecimals : 0),
      counter: sensor.counter ?? false,
      step: buckets.step,
      buckets: buckets.starts.map((at) => new Date(at).toISOString()),
      items,
    };
  },
});

function periodOf({ from, to }: { from: string; to: string }) {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  if (period.to <= period.from) throw invalid('to', 'toAfterFrom');
  if (period.to - period.from > maxDays * dayMs) throw invalid('to', 'daysCount');
  return period;
}

function idsOf(text: string): number[] {
  const ids = [...new Set(text.split(',').map(Number))];
  if (ids.length < fewestCompared || ids.length > maxComparedMeters) throw invalid('ids', 'twoToSix');
  return ids;
}

async function comparedDevices(context: CompareContext, app: AppManifest, sensor: SensorType): Promise<Compared[]> {
  const { tx, kit, actor, query } = context;
  const compared: Compared[] = [];
  for (const id of idsOf(query.ids)) {
    const device = await visibleDevice(tx, actor, app.id, id);
    if (!hasAbilityOn(actor.session, app.id, 'analysis', 'read', device.structureId)) throw refuse(404, 'not-found');
    compared.push({ id, name: await deviceName(tx, id), grossArea: null, devices: [id] });
  }
  const directory = directoryOf(kit);
  await directory.load(compared.map(({ id }) => id));
  if (compared.some(({ id }) => !directory.peek(id)?.sensors.has(sensor.key))) throw invalid('ids', 'differentUnits');
  return compared.map((one) => ({ ...one, devices: one.devices.filter((id) => isActive(context, id)) }));
}

const isActive = ({ kit }: CompareContext, id: number): boolean => {
  const device = directoryOf(kit).peek(id);
  return device !== undefined && activeAt(device, Date.now());
};

async function comparedStructures(context: CompareContext, app: AppManifest, sensor: SensorType): Promise<Compared[]> {
  const { tx, kit, actor, query } = context;
  const ids = idsOf(query.ids);
  const allowed = resourcesWith(actor.session, app.id, 'analysis', 'read');
  const visible = allowed === null ? ids : ids.filter((id) => allowed.includes(id));
  const list = { limit: maxComparedMeters, skip: 0, total: false, filters: {}, ranges: {} };
  const { data } = await findStructures(tx, actor.scope, list, visible);
  if (data.length < ids.length) throw refuse(404, 'not-found');
  const devices = await sql<{ id: number; structureId: number }>`
    SELECT id, structure_id FROM ${sql.raw(deviceFacts)} d
     WHERE app = ${app.id} AND structure_id = ANY (${ids}::integer[]) AND state = 'installed'`.execute(tx);
  const directory = directoryOf(kit);
  await directory.load(devices.rows.map(({ id }) => id));
  const measuring = devices.rows.filter(
    ({ id }) => directory.peek(id)?.sensors.has(sensor.key) && isActive(context, id),
  );
  const byId = new Map(data.map((structure) => [structure.id, structure]));
  return ids.map((id) => ({
    id,
    name: byId.get(id)?.name ?? '',
    grossArea: byId.get(id)?.grossArea ?? null,
    devices: measuring.filter(({ structureId }) => structureId === id).map((device) => device.id),
  }));
}

/** Equal steps of local time: hours up to two days, days up to 92, months beyond. */
function bucketsOf(from: number, to: number, zone: string): Buckets {
  const days = (to - from) / dayMs;
  const step = days <= longestInHours ? 'hour' : days <= longestInDays ? 'day' : 'month';
  const first =
    step === 'hour'
      ? Math.floor(from / hourMs) * hourMs
      : step === 'day'
        ? midnightOf(from, zone)
        : monthSpan(monthAt(from, zone), zone).from;
  const next = (at: number) =>
    step === 'hour'
      ? at + hourMs
      : step === 'day'
        ? midnightOf(at, zone, 1)
        : monthSpan(monthsLater(monthAt(at, zone), 1), zone).from;
  const starts: number[] = [];
  for (let at = first; at < to; at = next(at)) starts.push(at);
  return { step, starts, to };
}

type Metered = ReadonlyMap<number, MeterConsumption>;

/** The totals of the compared meters, the same as in the overview of sites; other counters are summed by their hours. */
async function meteredTotals(
  context: CompareContext,
  app: AppManifest,
  compared: readonly Compared[],
  { from, to, length }: { from: number; to: number; length: number },
): Promise<Metered> {
  const devices = compared.flatMap((one) => one.devices);
  const choice = { apps: [{ app: app.id, structures: null }], devices };
  const period = { period: { from, to }, before: { from: from - length, to: from } };
  const meters = await consumptionOfMeters(context, choice, period);
  return new Map(
    meters.filter(({ sensorKey }) => sensorKey === context.query.quantity).map((one) => [one.device, one]),
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]) => (values.length > 0 ? sumOf(values) / values.length : null);

/** The divisor of the values of an item; null if unknown. Quantities other than counters are not divided. */
function shareOf(
  { normalise, by }: CompareContext['query'],
  { counter }: SensorType,
  { devices, grossArea }: { devices: number; grossArea: number | null },
): number | null {
  if (!counter || normalise === 'none' || by === 'device') return 1;
  return normalise === 'area' ? grossArea : devices || 1;
}

async function itemOf(
  { tx, actor, query }: CompareContext,
  { id, name, grossArea, devices }: Compared,
  sensor: SensorType,
  {
    buckets: { starts, to },
    length,
    metered,
    zone,
  }: { buckets: Buckets; length: number; metered: Metered; zone: string },
): Promise<ComparedItem> {
  const start = starts[0] ?? to;
  const from = Math.floor((start - length) / hourMs) * hourMs;
  const until = Math.ceil(to / hourMs) * hourMs;
  const read = async (device: number) =>
    bypassRls(tx, actor.scope, () => hourlyValues(tx, { device, sensor, from, to: until }));
  const ofDevices: { device: number; hours: Awaited<ReturnType<typeof read>> }[] = [];
  for (const device of devices) ofDevices.push({ device, hours: await read(device) });
  // Counters of several devices are added; other quantities have a mean.
  const joined = (values: readonly number[]) =>
    values.length === 0 ? null : sensor.counter ? sumOf(values) : meanOf(values);
  const share = shareOf(query, sensor, { devices: devices.length, grossArea });
  const scaled = (value: number | null) => (value === null || share === null ? null : value / share);
  const within = (first: number, last: number) => {
    const each = ofDevices.flatMap(
      ({ hours }) => joined(hours.filter(({ at }) => at >= first && at < last).map(({ value }) => value)) ?? [],
    );
    return scaled(joined(each));
  };
  /** The sum over the devices of what their meters counted, or else of their hours. */
  const totalOf = (key: 'amount' | 'before', first: number, last: number) => {
    const each = ofDevices.flatMap(({ device, hours }) => {
      const total = metered.get(device)?.[key];
      return total ?? joined(hours.filter(({ at }) => at >= first && at < last).map(({ value }) => value)) ?? [];
    });
    return scaled(joined(each));
  };
  const values = starts.map((at, n) => within(at, starts[n + 1] ?? until));
  const known = values.filter((value) => value !== null);
  const hours = ofDevices.flatMap((of) => of.hours.filter(({ at }) => at >= start && at < until));
  return {
    id,
    name,
    grossArea,
    devices: devices.length,
    values,
    total: sensor.counter && known.length > 0 ? totalOf('amount', start, until) : null,
    mean: meanOf(known),
    days: {
      known: new Set(hours.map(({ at }) => midnightOf(at, zone))).size,
      of: daysOf({ from: start, to: Math.min(to, Date.now()) }, zone).length,
    },
    before: length > 0 ? totalOf('before', from, start) : null,
  };
}

import { sql } from 'kysely';
import { companyZoneSql } from '#core/accounts/server/api.ts';
import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { storedHours } from '#core/telemetry/server/api.ts';
import { dayMs, offsetAt } from '#platform/common/time/wall-clock.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { medianOf } from '../common/derived/night-flow.ts';
import { swamMetering } from '../common/metering.ts';
import { type Installed, installed, type JobContext, sensorId } from './installed.ts';
import { localMidnight, nightReports } from './night-flows.ts';

type Found = Parameters<typeof setDeviceAlarms>[3][number];

/** Local time at which a day is analysed, because the hours of its night are rolled up by then. */
const readyHour = 6;
const [stoppedDays, comparedWeeks, fouledHours] = [14, 8, 20];
const set = (context: JobContext, kind: string, devices: readonly { id: number }[], found: readonly Found[]) =>
  setDeviceAlarms(
    context,
    { app: 'swam', kind },
    devices.map(({ id }) => id),
    found,
  );

/** Flow meters whose last night was unusual. */
async function alarmNights(context: JobContext, devices: readonly Installed[], now: number): Promise<void> {
  const reports = await nightReports(context, devices, now);
  const found = devices.flatMap(({ id }, n) => {
    const report = reports[n];
    return report?.unusual
      ? [{ deviceId: id, severity: 'ok' as const, sensor: 'flow', value: report.nights[0]?.flow ?? null }]
      : [];
  });
  await set(context, 'night-flow', devices, found);
}

type Meter = Installed & { sensor: number; key: string };

/** Meters that counted more than twice as much yesterday as usual on that weekday. */
async function alarmConsumption(context: JobContext, meters: readonly Meter[], now: number): Promise<void> {
  const days = meters.flatMap(({ id, sensor, zone }) =>
    Array.from({ length: comparedWeeks + 1 }, (_, n) => ({
      device: id,
      sensor,
      from: localMidnight(now, zone, -1 - 7 * n),
      to: localMidnight(now, zone, -7 * n),
    })),
  );
  const iso = (at: number) => new Date(at).toISOString();
  const rows = await sql<{ device: number; from: string; amount: number }>`
    SELECT w.device, w."from", max(h.high) - min(h.low) AS amount
      FROM unnest(${days.map(({ device }) => device)}::integer[], ${days.map(({ sensor }) => sensor)}::integer[],
                  ${days.map(({ from }) => iso(from))}::timestamptz[], ${days.map(({ to }) => iso(to))}::timestamptz[]) AS w (device, sensor, "from", "to")
      JOIN ${sql.raw(storedHours)} h ON h.device_id = w.device AND h.sensor_id = w.sensor AND h.hour >= w."from" AND h.hour < w."to"
     GROUP BY 1, 2 ORDER BY 1, 2 DESC`.execute(context.tx);
  const byDevice = Map.groupBy(rows.rows, ({ device }) => device);
  const found = meters.flatMap(({ id, key, zone }) => {
    const yesterday = localMidnight(now, zone, -1);
    const known = byDevice.get(id) ?? [];
    const amount = known.find(({ from }) => Date.parse(from) === yesterday)?.amount;
    const usual = medianOf(known.filter(({ from }) => Date.parse(from) !== yesterday).map((day) => day.amount));
    return amount !== undefined && usual !== null && usual > 0 && amount > 2 * usual
      ? [{ deviceId: id, severity: 'ok' as const, sensor: key, value: amount }]
      : [];
  });
  await set(context, 'consumption-high', meters, found);
}

type Flat = { device: number; sensor: number };

/** Sensors that have not changed since an instant, and have readings in a minimum number of hours. */
async function flatSensors(
  { tx }: JobContext,
  sensors: readonly Flat[],
  { from, hours }: { from: number; hours: number },
): Promise<Flat[]> {
  const rows = await sql<Flat>`
    SELECT w.device, w.sensor FROM unnest(${sensors.map(({ device }) => device)}::integer[], ${sensors.map(({ sensor }) => sensor)}::integer[]) AS w (device, sensor)
      JOIN ${sql.raw(storedHours)} h ON h.device_id = w.device AND h.sensor_id = w.sensor AND h.hour >= ${new Date(from).toISOString()}::timestamptz
     GROUP BY 1, 2 HAVING max(h.high) = min(h.low) AND count(*) >= ${hours}`.execute(tx);
  return rows.rows;
}

/** Meters that have not counted for two weeks although they report. */
async function alarmStopped(context: JobContext, meters: readonly Meter[], now: number): Promise<void> {
  const flat = await flatSensors(
    context,
    meters.map(({ id, sensor }) => ({ device: id, sensor })),
    { from: now - stoppedDays * dayMs, hours: (stoppedDays - 1) * 24 },
  );
  const ids = new Set(flat.map(({ device }) => device));
  const stopped = meters.filter(({ id }) => ids.has(id));
  await set(
    context,
    'meter-stopped',
    meters,
    stopped.map(({ id, key }) => ({ deviceId: id, severity: 'ok', sensor: key })),
  );
}

const probes = ['ph', 'turbidity', 'chlorine', 'conductivity'] as const;

/** Probes in water whose value has not changed for a day. */
async function alarmFouled(context: JobContext, devices: readonly Installed[], now: number): Promise<void> {
  const keys = new Map(probes.map((key) => [sensorId(context.kit, key), key]));
  const sensors = devices.flatMap(({ id }) => [...keys.keys()].map((sensor) => ({ device: id, sensor })));
  const flat = await flatSensors(context, sensors, { from: now - dayMs, hours: fouledHours });
  const byDevice = new Map(flat.map(({ device, sensor }) => [device, keys.get(sensor) ?? null]));
  await set(
    context,
    'probe-fouled',
    devices,
    [...byDevice].map(([deviceId, sensor]) => ({ deviceId, severity: 'ok', sensor })),
  );
}

/** Evaluates the alarms of a day for the devices of a company, once; a repeat does nothing. */
async function alarmDay(context: JobContext, companyId: number, day: string, now: number): Promise<void> {
  const { tx, kit } = context;
  const begun = await tx
    .insertInto('swamDailyRun')
    .values({ companyId, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('companyId')
    .execute();
  if (begun.length === 0) return;
  const devices = await installed(tx, [1, 3, 7, 8, 9, 17], { companyId });
  const of = (...solutions: number[]) => devices.filter(({ solutionId }) => solutions.includes(solutionId));
  const meters = devices.flatMap((device): Meter[] => {
    const key = swamMetering.solutions[device.solutionId]?.sensor;
    return key ? [{ ...device, key, sensor: sensorId(kit, key) }] : [];
  });
  await alarmNights(context, of(3, 8), now);
  await alarmConsumption(context, meters, now);
  await alarmStopped(context, meters, now);
  await alarmFouled(context, of(1), now);
}

/**
 * Evaluates the alarms of the day for each company whose night has ended. A company that fails does not hold up others.
 */
export async function alarmDays(kit: Kit, now = Date.now()): Promise<void> {
  const companies = await inSystem(kit.db, (tx) =>
    sql<{ id: number; zone: string }>`
      SELECT c.id, ${companyZoneSql('c.id')} AS zone FROM (SELECT DISTINCT company_id AS id FROM ${sql.raw(deviceFacts)} d WHERE app = 'swam' AND state = 'installed') c`.execute(
      tx,
    ),
  );
  for (const { id, zone } of companies.rows) {
    const wall = new Date(now + offsetAt(now, zone));
    if (wall.getUTCHours() < readyHour) continue;
    try {
      await emittingAsSystem(kit, kit.db, (context) => alarmDay(context, id, wall.toISOString().slice(0, 10), now));
    } catch (error) {
      kit.log.error({ err: error, company: id }, 'the alarms of a day could not be determined');
    }
  }
}

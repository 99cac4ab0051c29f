import type { Severity } from '#core/alarms/common/severity.ts';
import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import { hourMs, meansOfSlots } from '#core/telemetry/server/api.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { airIndex, castHours, type HourlyMeans, pollutants } from '../common/derived/air-quality-index.ts';
import { highestUnbalance, unbalanceOf } from '../common/derived/power-quality.ts';
import { installed, type JobContext, sensorId } from './installed.ts';
import { airScalesOf } from './settings.ts';

const unbalanceMinutes = 10;

/** The severity of an alarm about outdoor air; null for air that needs none. */
const severityOfAir = (index: number): Exclude<Severity, 'good'> | null =>
  index > 200 ? 'problem' : index > 150 ? 'poor' : index > 100 ? 'ok' : null;

/** The air quality index of the newest full hour, of all outdoor stations in one statement. */
export async function alarmOutdoorAir(context: JobContext): Promise<void> {
  const { tx, kit } = context;
  const devices = await installed(tx, [5]);
  const scaleOf = await airScalesOf(
    tx,
    devices.map(({ companyId }) => companyId),
  );
  const to = Math.floor(Date.now() / hourMs) * hourMs;
  const window = { from: to - castHours * hourMs, to };
  const means = await meansOfSlots(
    tx,
    devices.flatMap(({ id }) => pollutants.map((key) => ({ device: id, sensor: sensorId(kit, key), ...window }))),
    3600,
  );
  const found = devices.flatMap(({ id, companyId }, n) => {
    const hours = pollutants.map((key, at): [string, HourlyMeans] => [
      key,
      (means[n * pollutants.length + at] ?? []).toReversed(),
    ]);
    const air = airIndex(scaleOf(companyId), Object.fromEntries(hours));
    const severity = air && severityOfAir(air.index);
    return air && severity ? [{ deviceId: id, severity, sensor: air.pollutant, value: air.index }] : [];
  });
  await setDeviceAlarms(
    context,
    { app: 'swam', kind: 'aqi-high' },
    devices.map(({ id }) => id),
    found,
  );
}

const phases = ['voltageL1', 'voltageL2', 'voltageL3'] as const;

/** The unbalance of the mean voltages of ten minutes, of all power meters in one statement. */
export async function alarmUnbalance(context: JobContext): Promise<void> {
  const { tx, kit } = context;
  const devices = await installed(tx, [17]);
  const to = Date.now();
  const window = { from: to - unbalanceMinutes * minuteMs, to };
  const means = await meansOfSlots(
    tx,
    devices.flatMap(({ id }) => phases.map((key) => ({ device: id, sensor: sensorId(kit, key), ...window }))),
    unbalanceMinutes * 60,
  );
  const found = devices.flatMap(({ id }, n) => {
    const voltages = phases.map((_, at) => means[n * phases.length + at]?.[0] ?? null);
    const unbalance = unbalanceOf(voltages.filter((voltage) => voltage !== null));
    return unbalance !== null && unbalance > highestUnbalance
      ? [{ deviceId: id, severity: 'ok' as const, sensor: phases[0], value: unbalance }]
      : [];
  });
  await setDeviceAlarms(
    context,
    { app: 'swam', kind: 'unbalance' },
    devices.map(({ id }) => id),
    found,
  );
}

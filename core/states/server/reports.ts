import type { MeasuredPoints, TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { type KeptState, keptStates, keyOf, type StateOf } from './state-keys.ts';
import type { Report } from './state-machine.ts';

/** What a sensor reported, in the order of time. */
export type Reported = StateOf & { kept: KeptState; reports: Report[] };

/** The reports of states among the points of a batch, by sensor. Batches without devices that have states cost nothing. */
export function reportsIn({ apps }: Pick<Kit, 'apps'>, { messages, channels, device }: TelemetryBatch): Reported[] {
  const models = keptStates(apps);
  if (models.size === 0) return [];
  const reported = new Map<string, Reported>();
  const add = (of: StateOf, kept: KeptState, report: Report) => {
    const key = keyOf(of);
    const one = reported.get(key) ?? { ...of, kept, reports: [] };
    one.reports.push(report);
    reported.set(key, one);
  };
  const statesOf = (deviceId: number) => models.get(device(deviceId)?.hardwareId ?? 0) ?? [];
  for (const message of messages)
    for (const kept of statesOf(message.d))
      for (const [i, sensorId] of message.s.entries())
        if (sensorId === kept.sensorId)
          add({ deviceId: message.d, sensorId, channel: '' }, kept, reportAt(message, i, kept.heartbeatId));
        else if (sensorId === kept.unsureId && message.v[i] === 1)
          add({ deviceId: message.d, sensorId: kept.sensorId, channel: '' }, kept, unsureAt(message, i));
  for (const { deviceId, sensorId, channel, time: at, value } of channels)
    for (const kept of statesOf(deviceId))
      if (sensorId === kept.sensorId) add({ deviceId, sensorId, channel }, kept, { at, value, by: 'sensor' });
  for (const { reports } of reported.values()) reports.sort(inTime);
  return [...reported.values()];
}

/** Of a message that tells a value and that the sensor is not sure of it, the second counts. */
const inTime = (a: Report, b: Report): number => a.at - b.at || Number(a.value === null) - Number(b.value === null);

const unsureAt = ({ t }: MeasuredPoints, i: number): Report => ({ at: t[i] as number, value: null, by: 'sensor' });

/** A point is a sign of life if the heartbeat sensor was on at its time. */
function reportAt({ t, s, v }: MeasuredPoints, i: number, heartbeatId: number | null): Report {
  const at = t[i] as number;
  const alive = heartbeatId !== null && s.some((id, n) => id === heartbeatId && t[n] === at && v[n] === 1);
  return { at, value: v[i] ?? null, by: alive ? 'heartbeat' : 'sensor' };
}

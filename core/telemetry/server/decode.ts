import type { SensorType } from '#core/devices/common/manifest.ts';
import type { KnownDevice } from '#core/devices/server/api.ts';
import type { Fault } from '../common/ingest.ts';
import { isStorable, parseJson, showable } from './strict-json.ts';
import type { Measured } from './tables.ts';

export const maxPayloadBytes = 64 * 1024;
/** Clocks of devices run ahead by seconds, not by more. */
const maxAheadMs = 5 * 60_000;
const maxAgeMs = 400 * 86_400_000;
const maxPointsPerMessage = 5000;
/** Whoever reads the reasons needs no more of them. */
const maxFaults = 50;
/** No sensor measures more, and sums of a chart stay far from what a double can hold. */
const largest = 1e15;

export type Decoded = { measured: Measured; faults: Fault[] };

/**
 * Reads `{ts, values: {key: value}}`, `{key: value}` (measured now) or an array of either. Good points are kept even
 * when others of the message are at fault; `faults` says why each of those was refused.
 */
export function decode(device: KnownDevice, payload: Buffer | string, now: number): Decoded {
  const measured: Measured = { d: device.id, r: now, t: [], s: [], v: [] };
  const faults: Fault[] = [];
  if (payload.length > maxPayloadBytes) return { measured, faults: [{ param: '', msg: 'too-large' }] };
  const json = parseJson(payload);
  if ('fault' in json) return { measured, faults: [{ param: '', msg: json.fault }] };
  const parsed = json.value;
  if (Array.isArray(parsed)) {
    for (const [index, one] of parsed.entries()) readEntry(device, one, `${index}.`, measured, faults);
  } else readEntry(device, parsed, '', measured, faults);
  if (measured.t.length === 0 && faults.length === 0) faults.push({ param: 'values', msg: 'no-values' });
  return { measured, faults };
}

function readEntry(device: KnownDevice, entry: unknown, path: string, into: Measured, faults: Fault[]): void {
  const note = (param: string, msg: Fault['msg']): void => {
    if (faults.length < maxFaults) faults.push({ param: showable(path + param), msg });
  };
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return void note('', 'not-an-object');
  const { ts, values } = entry as { ts?: unknown; values?: unknown };
  const timed = ts !== undefined || values !== undefined;
  const time = ts === undefined ? into.r : ts;
  if (typeof time !== 'number' || !Number.isSafeInteger(time)) return void note('ts', 'bad-time');
  if (time > into.r + maxAheadMs) return void note('ts', 'future-time');
  if (time < into.r - maxAgeMs) return void note('ts', 'too-old');
  const all = timed ? values : entry;
  if (typeof all !== 'object' || all === null || Array.isArray(all)) return void note('values', 'no-values');
  for (const key of Object.keys(all)) {
    if (into.t.length >= maxPointsPerMessage) return void note('values', 'too-large');
    const sensor = device.sensors.get(key);
    const fault = sensor ? add(sensor, (all as Record<string, unknown>)[key], time, into) : 'unknown-sensor';
    if (fault) note(timed ? `values.${key}` : key, fault);
  }
}

function add(sensor: SensorType, value: unknown, time: number, into: Measured): Fault['msg'] | null {
  if (sensor.kind === 'text') {
    if (typeof value !== 'string' || value.length > 500 || !isStorable(value)) return 'not-a-text';
    into.w ??= into.t.map(() => null);
    into.w.push(value);
    into.v.push(null);
  } else {
    const boolean = sensor.kind === 'boolean';
    const number = boolean && typeof value === 'boolean' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return 'not-a-number';
    const lowest = sensor.min ?? (boolean ? 0 : -largest);
    const highest = sensor.max ?? (boolean ? 1 : largest);
    if (number < lowest || number > highest || (boolean && !Number.isInteger(number))) return 'out-of-range';
    into.v.push(number);
    into.w?.push(null);
  }
  into.t.push(time);
  into.s.push(sensor.id);
  return null;
}

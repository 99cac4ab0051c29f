import { channelName, maxChannels } from '#core/devices/common/channel.ts';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { CachedDevice } from '#core/devices/server/api.ts';
import type { Fault } from '../../common/ingest.ts';
import { type ChannelPoints, type MeasuredPoints, type PointColumns, sizeOf } from '../measured-points.ts';
import { readPosition } from './decode-position.ts';
import { isStorable, parseJson, showable } from './strict-json.ts';

export const maxPayloadBytes = 64 * 1024;
/** A device clock may be ahead by this much. */
const maxAheadMs = 5 * 60_000;
const maxAgeMs = 400 * 86_400_000;
const maxPointsPerMessage = 5000;
/** The number of faults that is reported. */
const maxFaults = 50;
/** The largest magnitude without a range of the sensor. Sums of charts stay within a double. */
const maxMagnitude = 1e15;

export type Decoded = { measured: MeasuredPoints; faults: Fault[] };

/**
 * Decodes `{ts, values: {key: value}, position, path, channel}`, `{key: value}` (measured when it arrived) or an array of either.
 * Valid points are returned even if others of the message are invalid; `faults` has a reason for each of those. Times
 * after `now` are in the future.
 */
export function decode(device: CachedDevice, payload: Buffer | string, receivedAt: number, now = receivedAt): Decoded {
  const measured: MeasuredPoints = { d: device.id, r: receivedAt, t: [], s: [], v: [] };
  const faults: Fault[] = [];
  if (payload.length > maxPayloadBytes) return { measured, faults: [{ param: '', msg: 'too-large' }] };
  const json = parseJson(payload);
  if ('fault' in json) return { measured, faults: [{ param: '', msg: json.fault }] };
  const parsed = json.value;
  if (Array.isArray(parsed)) {
    for (const [index, entry] of parsed.entries()) readEntry(device, entry, `${index}.`, measured, faults, now);
  } else readEntry(device, parsed, '', measured, faults, now);
  if (sizeOf(measured) === 0 && faults.length === 0 && !measured.p) faults.push({ param: 'values', msg: 'no-values' });
  return { measured, faults };
}

/** Why a time cannot be that of a measurement which arrived at `now`; null if it can. */
export const timeFault = (time: number, now: number): 'future-time' | 'too-old' | null =>
  time > now + maxAheadMs ? 'future-time' : time < now - maxAgeMs ? 'too-old' : null;

function readEntry(
  device: CachedDevice,
  entry: unknown,
  at: string,
  points: MeasuredPoints,
  faults: Fault[],
  now: number,
): void {
  const addFault = (param: string, msg: Fault['msg']): void => {
    if (faults.length < maxFaults) faults.push({ param: showable(at + param), msg });
  };
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return void addFault('', 'not-an-object');
  const { ts, values, position, ...more } = entry as Readonly<Record<string, unknown>>;
  // Models without paths may have a sensor of this name.
  const path = device.paths.size > 0 ? more.path : undefined;
  // The same holds for channels. Values of a channel that is not known are not those of the device.
  const channel = device.channels || values !== undefined ? more.channel : undefined;
  const wrapped = [ts, values, position, path, channel].some((part) => part !== undefined);
  const time = ts === undefined ? points.r : ts;
  if (typeof time !== 'number' || !Number.isSafeInteger(time)) return void addFault('ts', 'bad-time');
  const wrong = timeFault(time, now);
  if (wrong) return void addFault('ts', wrong);
  if (path !== undefined) {
    const fault = addPath(device, path, points);
    if (fault) addFault('path', fault);
    if (values === undefined && position === undefined && Object.keys(more).length === 1) return;
  }
  if (position !== undefined) {
    if (device.maxSpeed === null) addFault('position', 'unknown-sensor');
    else {
      const fix = readPosition(position, time, (values as { motion?: unknown } | undefined)?.motion, addFault);
      points.p ??= [];
      if (fix && sizeOf(points) >= maxPointsPerMessage) addFault('position', 'too-large');
      else if (fix) points.p.push(fix);
    }
    if (values === undefined) return;
  }
  const entryValues = wrapped ? values : entry;
  if (typeof entryValues !== 'object' || entryValues === null || Array.isArray(entryValues))
    return void addFault('values', 'no-values');
  const into = channel === undefined ? points : addChannel(device, channel, points);
  if (typeof into === 'string') return void addFault('channel', into);
  for (const key of Object.keys(entryValues)) {
    if (sizeOf(points) >= maxPointsPerMessage) return void addFault('values', 'too-large');
    const sensor = channel === undefined || device.channels?.sensors.has(key) ? device.sensors.get(key) : undefined;
    const fault = sensor
      ? addPoint(sensor, (entryValues as Record<string, unknown>)[key], time, into)
      : 'unknown-sensor';
    if (fault) addFault(wrapped ? `values.${key}` : key, fault);
  }
}

/** Adds the channel of this name, or returns why it is refused. Its values follow. */
function addChannel(
  { channels }: Pick<CachedDevice, 'channels'>,
  name: unknown,
  points: MeasuredPoints,
): ChannelPoints | Fault['msg'] {
  if (!channels) return 'unknown-channel';
  if (typeof name !== 'string' || !channelName.test(name)) return 'bad-channel';
  if (!channels.names.has(name)) {
    const before = new Set([...channels.names, ...(points.c ?? []).map(({ n }) => n)]);
    if (!before.has(name) && before.size >= maxChannels) return 'too-many-channels';
  }
  const added: ChannelPoints = { n: name, t: [], s: [], v: [] };
  points.c = [...(points.c ?? []), added];
  return added;
}

/**
 * Adds the path on which a message came. It alone is a message, too: a sign of life. Another path than those that were
 * entered for the device counts as its usual one: no message is lost because of it.
 */
export function addPath(
  { paths, usualPath }: Pick<CachedDevice, 'paths' | 'usualPath'>,
  named: unknown,
  points: MeasuredPoints,
): Fault['msg'] | null {
  if (typeof named !== 'string') return 'unknown-path';
  const path = paths.has(named) ? named : usualPath;
  if (path === null) return 'unknown-path';
  if (!points.l?.includes(path)) points.l = [...(points.l ?? []), path];
  return null;
}

function addPoint(sensor: SensorType, value: unknown, time: number, points: PointColumns): Fault['msg'] | null {
  if (sensor.kind === 'text') {
    if (typeof value !== 'string' || value.length > 500 || !isStorable(value)) return 'not-a-text';
    points.w ??= points.t.map(() => null);
    points.w.push(value);
    points.v.push(null);
  } else {
    const boolean = sensor.kind === 'boolean';
    const number = boolean && typeof value === 'boolean' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return 'not-a-number';
    const lowest = sensor.min ?? (boolean ? 0 : -maxMagnitude);
    const highest = sensor.max ?? (boolean ? 1 : maxMagnitude);
    if (number < lowest || number > highest || (boolean && !Number.isInteger(number))) return 'out-of-range';
    points.v.push(number);
    points.w?.push(null);
  }
  points.t.push(time);
  points.s.push(sensor.id);
  return null;
}

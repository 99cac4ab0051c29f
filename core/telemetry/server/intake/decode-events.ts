import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CachedDevice } from '#core/devices/server/api.ts';
import type { DeviceEvent } from '../../common/event.ts';
import type { Fault } from '../../common/ingest.ts';
import { addPath, type Decoded, maxPayloadBytes, timeFault } from './decode.ts';
import { jsonFault, parseJson, showable } from './strict-json.ts';

const maxEvents = 32;
/** For the JSON of one event. */
const maxEventBytes = 4096;

const entryShape = z.object({
  id: z.string().min(1).max(64).optional(),
  ts: z.number().int().optional(),
  kind: z.string().max(60),
  data: z.record(z.string(), z.unknown()).default({}),
  path: z.unknown().optional(),
});

/**
 * Decodes `{id, ts, kind, data, path}` or an array of them, measured now without `ts`. Valid events are returned even if others
 * of the message are invalid; `faults` has a reason for each of those.
 */
export function decodeEvents(
  device: CachedDevice,
  payload: Buffer | string,
  receivedAt: number,
  now = receivedAt,
): Decoded {
  const measured: Decoded['measured'] = { d: device.id, r: receivedAt, t: [], s: [], v: [] };
  const failed = (msg: Fault['msg']): Decoded => ({ measured, faults: [{ param: '', msg }] });
  if (payload.length > maxPayloadBytes) return failed('too-large');
  const json = parseJson(payload);
  if ('fault' in json) return failed(json.fault);
  const entries = Array.isArray(json.value) ? json.value : [json.value];
  if (entries.length > maxEvents) return failed('too-large');
  const faults: Fault[] = [];
  for (const [index, entry] of entries.entries()) {
    const event = decodeEvent(device, entry, measured, now);
    if ('key' in event) measured.e = [...(measured.e ?? []), event];
    else
      faults.push({
        ...event,
        param: showable([...(Array.isArray(json.value) ? [index] : []), event.param].join('.')),
      });
  }
  if (entries.length === 0) return failed('no-values');
  return { measured, faults };
}

function decodeEvent(
  device: CachedDevice,
  entry: unknown,
  measured: Decoded['measured'],
  now: number,
): DeviceEvent | Fault {
  const { r: receivedAt } = measured;
  const unstorable = jsonFault(entry);
  if (unstorable) return unstorable;
  const content = JSON.stringify(entry);
  if (content.length > maxEventBytes) return { param: '', msg: 'too-large' };
  const parsed = entryShape.safeParse(entry);
  if (!parsed.success) return badEvent(parsed.error);
  const { id, ts: time = receivedAt, kind, data } = parsed.data;
  const fault = timeFault(time, now);
  if (fault) return { param: 'ts', msg: fault };
  const shape = device.events.get(kind);
  if (!shape) return { param: 'kind', msg: 'unknown-event' };
  const known = shape.safeParse(data);
  if (!known.success) return badEvent(known.error, 'data');
  const { path } = parsed.data;
  const badPath = path === undefined ? null : addPath(device, path, measured);
  if (badPath) return { param: 'path', msg: badPath };
  // Without an id and a time two equal events are distinct: only their arrival differs.
  const identity = parsed.data.ts === undefined ? `${receivedAt} ${content}` : content;
  const key = id ?? createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { key, kind, time, data: { ...data, ...known.data } };
}

const badEvent = ({ issues }: z.ZodError, below?: string): Fault => ({
  param: [...(below ? [below] : []), ...(issues[0]?.path ?? [])].join('.'),
  msg: 'bad-event',
});

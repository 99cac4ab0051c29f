import {
  at,
  type Inbound,
  isObject,
  type Json,
  messageHash,
  nameAt,
  numberAt,
  parsedInstant,
  parsedObject,
  type Sent,
  serialOf,
  textAt,
} from '../inbound.ts';

/** The events of the HTTP integration of ChirpStack 4. */
const events = ['up', 'join', 'status', 'ack', 'txack', 'log', 'location'] as const;
type Event = (typeof events)[number];

/** The strongest of the gateways that received the message. */
function best(rxInfo: unknown): { rssi: number | null; snr: number | null } {
  const all = Array.isArray(rxInfo) ? rxInfo.filter(isObject) : [];
  const strongest = all.sort((a, b) => (numberAt(b, 'rssi') ?? -999) - (numberAt(a, 'rssi') ?? -999))[0];
  return { rssi: numberAt(strongest, 'rssi'), snr: numberAt(strongest, 'snr') };
}

const known = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** Two network servers that hear the same frame name it differently, so the frame itself is a key too. */
function keysOf(event: Event, message: Json, devEui: string, body: Buffer): string[] {
  if (event === 'log') return [messageHash(body)];
  if (event === 'txack') return [`txack ${textAt(message, 'queueItemId') ?? messageHash(body)}`];
  const id = textAt(message, 'deduplicationId');
  const frame = `${devEui} ${textAt(message, 'devAddr') ?? ''} ${numberAt(message, 'fCnt') ?? 0} ${event}`;
  // Only uplinks are counted; another event of the same device is not a repetition.
  return [...(id ? [`${id} ${event}`] : [messageHash(body)]), ...(event === 'up' ? [frame] : [])];
}

const bytesOf = (data: string | null): Buffer | null => (data === null ? null : Buffer.from(data, 'base64'));

function valuesOf(event: Event, message: Json): Json {
  if (event === 'up') return isObject(message.object) ? message.object : {};
  if (event !== 'status') return {};
  const { batteryLevel, batteryLevelUnavailable, margin, externalPowerSource } = message;
  return known({ battery: batteryLevelUnavailable === true ? null : batteryLevel, margin, externalPowerSource });
}

/** What it reports about a command in its queue. */
function reportOf(event: Event, message: Json): Inbound['report'] {
  const inQueue = nameAt(message, 'queueItemId');
  if (event === 'txack' && inQueue) return { remoteId: inQueue, state: 'sent' };
  if (event === 'ack' && inQueue)
    return message.acknowledged === true
      ? { remoteId: inQueue, state: 'delivered' }
      : { remoteId: inQueue, state: 'failed', reason: 'nack' };
  const dropped = nameAt(message, 'context', 'queue_item_id');
  if (event === 'log' && message.level === 'ERROR' && dropped)
    return { remoteId: dropped, state: 'failed', reason: 'network-refused' };
  return undefined;
}

/** The numbers of a place, and how it was found. */
const placeIn = (location: unknown): Json =>
  known({
    ...Object.fromEntries(
      ['latitude', 'longitude', 'altitude', 'accuracy'].map((key) => [key, numberAt(location, key)]),
    ),
    source: nameAt(location, 'source'),
  });

function logOf(event: Event, message: Json): Inbound['log'] {
  if (event === 'join') return { kind: 'network-join', data: { devAddr: nameAt(message, 'devAddr') } };
  if (event === 'location') return { kind: 'network-location', data: { location: placeIn(at(message, 'location')) } };
  if (event !== 'log') return undefined;
  const [level, code, text] = ['level', 'code', 'description'].map((name) => nameAt(message, name));
  return { kind: 'network-log', data: { level, code, description: text } };
}

function positionOf(message: Json): Json | undefined {
  const location = at(message, 'location');
  if (!isObject(location)) return undefined;
  const { latitude: lat, longitude: lng, altitude, accuracy } = location;
  return known({ lat, lng, altitude, accuracy, source: 'lora' });
}

/** Source: chirpstack.io, "Event types". */
export function chirpstack({ body, event: stated }: Sent): Inbound[] {
  const message = parsedObject(body);
  const event = events.find((one) => one === stated);
  const devEui = serialOf(textAt(message, 'deviceInfo', 'devEui'));
  const signal = best(message.rxInfo);
  const position = event === 'location' ? positionOf(message) : undefined;
  const log = event ? logOf(event, message) : undefined;
  const report = event ? reportOf(event, message) : undefined;
  const application = nameAt(message, 'deviceInfo', 'applicationId');
  return [
    {
      externalId: devEui,
      event: event ?? stated,
      keys: event ? keysOf(event, message, devEui ?? '', body) : [messageHash(body)],
      time: message.time === undefined ? null : parsedInstant(message.time),
      values: event ? valuesOf(event, message) : {},
      network: event === 'up' ? known(signal) : {},
      ...(event === 'up'
        ? {
            uplink: {
              bytes: bytesOf(textAt(message, 'data')),
              fPort: numberAt(message, 'fPort'),
              object: message.object,
            },
          }
        : {}),
      ...(position ? { position } : {}),
      signal: signal.rssi,
      profile: nameAt(message, 'deviceInfo', 'deviceProfileName'),
      ...(log ? { log } : {}),
      ...(report ? { report } : {}),
      ...(application ? { route: application } : {}),
      ...(event ? {} : { refused: { param: 'event', msg: 'unknown-message' } as const }),
      body,
    },
  ];
}

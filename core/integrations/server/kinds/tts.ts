import { correlationOf } from '../downlink/correlation.ts';
import type { Report } from '../downlink/reports.ts';
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
  storableText,
  textAt,
} from '../inbound.ts';

/** The messages of The Things Stack 3, by the field that carries each. */
const messages = {
  uplink_message: 'up',
  join_accept: 'join',
  downlink_ack: 'downlink-ack',
  downlink_nack: 'downlink-nack',
  downlink_sent: 'downlink-sent',
  downlink_queued: 'downlink-queued',
  downlink_failed: 'downlink-failed',
  location_solved: 'location',
  service_data: 'service-data',
} as const;
type Field = keyof typeof messages;

function best(metadata: unknown): { rssi: number | null; snr: number | null } {
  const all = Array.isArray(metadata) ? metadata.filter(isObject) : [];
  const strongest = all.sort((a, b) => (numberAt(b, 'rssi') ?? -999) - (numberAt(a, 'rssi') ?? -999))[0];
  return { rssi: numberAt(strongest, 'rssi'), snr: numberAt(strongest, 'snr') };
}

/** The correlation id of the application server names a message; the frame of the session names it too. */
function keysOf(message: Json, event: string, devEui: string, uplink: unknown, body: Buffer): string[] {
  const all = Array.isArray(message.correlation_ids) ? message.correlation_ids : [];
  const id = all.find((one) => typeof one === 'string' && /^as:(?:up|downlink):/.test(one)) as string | undefined;
  const frame = `${devEui} ${textAt(uplink, 'session_key_id') ?? ''} ${numberAt(uplink, 'f_cnt') ?? 0}`;
  // A downlink has one correlation id and several events.
  return [id ? `${id} ${event}` : messageHash(body), ...(event === 'up' ? [frame] : [])];
}

function uplinkOf(content: Json): Inbound['uplink'] {
  const payload = textAt(content, 'frm_payload');
  const bytes = payload === null ? null : Buffer.from(payload, 'base64');
  return { bytes, fPort: numberAt(content, 'f_port'), object: content.decoded_payload };
}

const states: Readonly<Record<string, Report['state']>> = {
  'downlink-queued': 'queued',
  'downlink-sent': 'sent',
  'downlink-ack': 'delivered',
  'downlink-nack': 'failed',
  'downlink-failed': 'failed',
};

/** What it reports about a command, identified by the correlation id of the platform. */
function reportOf(event: string, message: Json, content: Json): Report | undefined {
  const state = states[event];
  const named = [message.correlation_ids, content.correlation_ids, at(content, 'downlink', 'correlation_ids')];
  const remoteId = named
    .flat()
    .find((one): one is string => typeof one === 'string' && one.startsWith(correlationOf('')));
  if (!state || !remoteId) return undefined;
  return {
    remoteId: storableText(remoteId),
    state,
    ...(state === 'failed' ? { reason: event === 'downlink-nack' ? 'nack' : 'network-refused' } : {}),
  };
}

const stated = (value: number | null, key: string): Json => (value === null ? {} : { [key]: value });

/** Source: thethingsindustries.com, "Data formats". */
export function tts({ body, push }: Sent): Inbound[] {
  const message = parsedObject(body);
  const field = Object.keys(messages).find((name) => isObject(message[name])) as Field | undefined;
  const event = field ? messages[field] : 'unknown';
  const content = field ? (message[field] as Json) : {};
  const devEui = serialOf(textAt(message, 'end_device_ids', 'dev_eui'));
  const signal = best(content.rx_metadata);
  const received = textAt(content, 'received_at') ?? textAt(message, 'received_at');
  const version = content.version_ids;
  const report = reportOf(event, message, content);
  const decoded = event === 'up' && isObject(content.decoded_payload) ? content.decoded_payload : {};
  return [
    {
      externalId: devEui,
      event,
      keys: keysOf(message, event, devEui ?? '', content, body),
      time: received === null ? null : parsedInstant(received),
      values: decoded,
      network: event === 'up' ? { ...stated(signal.rssi, 'rssi'), ...stated(signal.snr, 'snr') } : {},
      ...(event === 'up' ? { uplink: uplinkOf(content) } : {}),
      signal: signal.rssi,
      profile: nameAt(version, 'model_id'),
      ...(event === 'join'
        ? { log: { kind: 'network-join', data: { devAddr: nameAt(message, 'end_device_ids', 'dev_addr') } } as const }
        : {}),
      ...(report ? { report } : {}),
      ...(push ? { route: push } : {}),
      ...(field ? {} : { refused: { param: '', msg: 'unknown-message' } as const }),
      ...(message.simulated === true || content.simulated === true ? { simulated: true as const } : {}),
      body,
    },
  ];
}

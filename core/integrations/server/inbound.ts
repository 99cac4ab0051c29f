import { createHash } from 'node:crypto';
import type { Fault } from '#core/telemetry/common/ingest.ts';
import type { Connector } from '../common/connector.ts';
import { isDeeperThan } from './codec/depth.ts';
import type { UplinkInput } from './codec/run-codec.ts';
import type { Report } from './downlink/reports.ts';

/** The properties of a connector that receiving needs. */
export type Receiver = Pick<
  Connector,
  | 'id'
  | 'companyId'
  | 'codecId'
  | 'kind'
  | 'name'
  | 'autoCreate'
  | 'allowSimulated'
  | 'profiles'
  | 'mapping'
  | 'pointers'
>;

/** One message as read by a kind of connector; keys and values are those of the sender. */
export type Inbound = {
  /** How the sender names the device, as a serial number is written; null if it does not. */
  externalId: string | null;
  event: string;
  /** The names of the message. A message is a duplicate if one of them was received before. */
  keys: readonly string[];
  /** When the values were measured, in milliseconds since 1970; null when they arrive. */
  time: number | null;
  values: Readonly<Record<string, unknown>>;
  /** Values of the network, such as the signal, in addition to those of the device. */
  network?: Readonly<Record<string, unknown>>;
  /** The input of a codec; absent for messages without a payload of the device. */
  uplink?: UplinkInput;
  position?: Readonly<Record<string, unknown>>;
  /** When the device was there, if that differs from `time`. */
  positionTime?: number;
  /** The signal in dBm. */
  signal: number | null;
  /** How the network calls the model of the device. */
  profile: string | null;
  /** A line for the log of the device; its kind is one of `deviceLogKinds` of a slice. */
  log?: { kind: string; data: object };
  /** What the network reports about a command that was passed to it. */
  report?: Report;
  /** The device has answered a command, but the message does not name it. */
  answered?: true;
  /** How the network addresses the device. */
  route?: string;
  /** The network has simulated the message. */
  simulated?: true;
  /** Why the message is refused in its present form. */
  refused?: Fault;
  /** The text of this message, when it is a part of a body. */
  body: Buffer;
};

/**
 * A message of a device, as its sender has written it. `event` is from the address, `push` is the address for answers.
 */
export type Sent = { body: Buffer; event: string; push?: string | undefined };

/** A body that cannot be read as a whole. */
export class Unreadable extends Error {
  readonly reason: Fault;
  constructor(msg: Fault['msg'], param = '') {
    super(msg);
    this.reason = { param, msg };
  }
}

/** The deepest message of a network has about eight levels. */
const maxDepth = 32;

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parsed(body: Buffer): unknown {
  const value = parsedText(body);
  if (isDeeperThan(value, maxDepth)) throw new Unreadable('too-deep');
  return value;
}

function parsedText(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw new Unreadable('broken-json');
  }
}

export function parsedObject(body: Buffer): Json {
  const value = parsed(body);
  if (!isObject(value)) throw new Unreadable('not-an-object');
  return value;
}

/** The value at a path of names; undefined where there is none. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Json)[name] : undefined),
    value,
  );

export const textAt = (value: unknown, ...path: readonly (string | number)[]): string | null => {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : typeof found === 'number' ? String(found) : null;
};

const maxNameLength = 200;

/**
 * A text of the sender as it is stored and shown: without U+0000, which PostgreSQL refuses, and short enough for an
 * index.
 */
export const storableText = (text: string): string =>
  text.slice(0, maxNameLength).toWellFormed().replaceAll('\0', '\ufffd');

/** A name that is stored, such as that of a profile. */
export const nameAt = (value: unknown, ...path: readonly (string | number)[]): string | null => {
  const found = textAt(value, ...path);
  return found === null ? null : storableText(found);
};

export const numberAt = (value: unknown, ...path: readonly (string | number)[]): number | null => {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
};

/** Seconds since 1970 are below this until the year 5138. */
const mostSeconds = 100_000_000_000;

/** An instant as ISO 8601, or as seconds or milliseconds since 1970. Throws if it is neither. */
export function parsedInstant(value: unknown): number {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = typeof value === 'number' ? value : /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const time = Number.isNaN(number) ? Date.parse(zoned(text)) : Math.abs(number) < mostSeconds ? number * 1000 : number;
  if (!Number.isFinite(time)) throw new Unreadable('bad-time', 'time');
  return Math.round(time);
}

/** `2026-05-04 09:15:00` and `…+0000` become forms that every engine reads; a time without a zone is UTC. */
const zoned = (text: string): string => {
  const iso = text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  return /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(iso) ? `${iso}Z` : iso;
};

/** An identifier of a device as serial numbers are stored: capitals without separators. */
export const serialOf = (id: string | null): string | null =>
  id === null
    ? null
    : id
        .trim()
        .toUpperCase()
        .replaceAll(/[\s:-]/g, '')
        .slice(0, 200)
        .toWellFormed()
        .replaceAll('\0', '') || null;

export const messageHash = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('base64url');
};

import { z } from 'zod';
import { newDevice } from '#core/devices/common/device.ts';
import { deadLetterReasons } from '#core/telemetry/common/ingest.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';
import { mappingTable } from './mapping.ts';

export const autoCreates = ['off', 'inventory'] as const;
/** How long the previous secret stays valid after a renewal. */
export const secretOverlapHours = 24;
export const maxBodyBytes = 256 * 1024;

/** A JSON pointer (RFC 6901); the empty one is the whole. */
const pointer = z
  .string()
  .max(200, 'tooLong')
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'invalidPointer');

/** Where a message of the kind `http` has its parts; pointers start at each item. */
export const pointers = z.object({
  /** The array that is split into items; without one the body is a single item. */
  items: pointer.nullable().default(null),
  device: pointer.default('/id'),
  /** ISO 8601, or seconds or milliseconds since 1970; without one the time of arrival. */
  time: pointer.nullable().default(null),
  /** The identifier of the message; without one the hash of the item. */
  key: pointer.nullable().default(null),
  /** The object with the values. */
  values: pointer.default(''),
  lat: pointer.nullable().default(null),
  lng: pointer.nullable().default(null),
});
export type Pointers = z.infer<typeof pointers>;

/** The model that devices of a profile of the network have. */
const profileModel = z.object({
  profile: requiredText(120),
  app: z.string('Required').max(50, 'tooLong'),
  hardwareId: id(),
  /** The codec of its devices; without one that of the connector. */
  codecId: id().nullable().default(null),
});

/** An address or a network, such as `203.0.113.0/24`. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'invalidNetwork');

const connectorFields = z.object({
  /** Unique within the company. */
  name: requiredText(80),
  enabled: z.boolean(),
  /** Where messages may come from; empty: from anywhere. */
  networks: z.array(network).max(50, 'tooLong'),
  /** Messages a second. */
  rate: z.number('enterANumber').int('enterANumber').min(1, 'positiveNumber').max(1000, 'outOfRange'),
  /** Whether unknown devices of a known profile are added to the inventory. */
  autoCreate: z.enum(autoCreates),
  /** Whether messages that a network has simulated are accepted. */
  allowSimulated: z.boolean(),
  profiles: z
    .array(profileModel)
    .max(100, 'tooLong')
    .refine((all) => new Set(all.map(({ profile }) => profile)).size === all.length, 'sameProfile'),
  /** The codec of its messages. */
  codecId: id().nullable(),
  mapping: mappingTable,
  pointers,
  /** After how many minutes without an accepted message it is silent. Null: decided by its usual pauses; 0: never. */
  silentAfter: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(43_200, 'outOfRange').nullable(),
});
const { shape } = connectorFields;

export const newConnector = connectorFields.extend({
  /** One of `connectorKinds` of a slice. */
  kind: z.string('Required').max(40, 'tooLong'),
  enabled: shape.enabled.default(true),
  networks: shape.networks.default([]),
  rate: shape.rate.default(200),
  autoCreate: shape.autoCreate.default('off'),
  allowSimulated: shape.allowSimulated.default(false),
  profiles: shape.profiles.default([]),
  codecId: shape.codecId.default(null),
  mapping: shape.mapping.default([]),
  pointers: pointers.default(pointers.parse({})),
  silentAfter: shape.silentAfter.default(null),
});

/** What is wrong with a connector. */
export const connectorFaults = ['not-admitted', 'broker-refuses', 'many-refused'] as const;

export const connector = connectorFields.extend({
  id: z.number(),
  companyId: z.number(),
  /** The kind of sender, also one that no slice declares any more. */
  kind: z.string(),
  /** The part of its address that names it. */
  key: z.string(),
  createdAt: instant(),
  /** Until when the previous secret is valid too; null without one. */
  formerSecretUntil: instant().nullable(),
  lastMessageAt: instant().nullable(),
  /** The number of devices that sent messages but were not adopted. */
  unknown: z.number(),
  /** It has delivered no accepted message for longer than expected. */
  silent: z.boolean(),
  fault: z.enum(connectorFaults).nullable(),
  /** A codec of its messages was suspended and has decoded none since. */
  codecFailing: z.boolean(),
  /** How many devices have sent messages through it. */
  devices: z.number(),
  /** Keys of its messages that are not values of the devices, with an example of each. */
  unusedKeys: z.array(z.object({ key: z.string(), example: z.string() })),
});
export type Connector = z.infer<typeof connector>;

export const messageOutcomes = ['accepted', 'duplicate', 'refused'] as const;
export type MessageOutcome = (typeof messageOutcomes)[number];
const message = z.object({
  id: z.number(),
  companyId: z.number(),
  receivedAt: instant(),
  event: z.string(),
  externalId: z.string().nullable(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }).nullable(),
  outcome: z.enum(messageOutcomes),
  reason: z.enum(deadLetterReasons).nullable(),
  /** The first 4 kB as text. */
  body: z.string(),
});
export type ConnectorMessage = z.infer<typeof message>;

/** A device that the company does not have, with the count of its messages. */
const unknownDevice = z.object({
  id: z.number(),
  companyId: z.number(),
  externalId: z.string(),
  profile: z.string().nullable(),
  /** The signal of the newest message in dBm. */
  signal: z.number().nullable(),
  count: z.number(),
  firstAt: instant(),
  lastAt: instant(),
});
export type UnknownDevice = z.infer<typeof unknownDevice>;

/** How many messages of an adopted device are read again. */
export const maxReplayed = 1000;
export const adoption = newDevice.extend({
  externalId: z.string('Required').min(1, 'Required').max(200, 'tooLong'),
  app: z.string('Required').max(50, 'tooLong'),
  /** By default what the connector calls it. */
  serial: newDevice.shape.serial.optional(),
});
const adopted = z.object({ deviceId: z.number(), replayed: z.number(), refused: z.number() });

const fault = z.object({ param: z.string(), msg: z.enum(deadLetterReasons) });
/** What a message would become, without storing it. */
const tried = z.object({
  messages: z.array(
    z.object({
      event: z.string(),
      externalId: z.string().nullable(),
      deviceId: z.number().nullable(),
      entries: z.array(z.record(z.string(), z.json())),
      stored: z.number(),
      reasons: z.array(fault),
    }),
  ),
});

const can = (action: string) => canDo('integrations.connector', action);
const path = '/connector' as const;
const one = `${path}/{id}` as const;
const withSecret = connector.extend({ secret: z.string() });

export const connectorRoutes = {
  list: route.list(path, {
    access: can('read'),
    reply: connector,
    list: {
      search: ['name'],
      filter: ['companyId', 'kind', 'enabled'],
      sort: ['id', 'name', 'createdAt'],
      defaultSort: ['name', 'asc'],
    },
  }),
  get: route.get(one, { access: can('read'), reply: connector }),
  /** The secret is shown once. */
  create: route.post(path, { access: can('create'), body: newConnector, reply: withSecret, idempotent: true }),
  update: route.patch(one, { access: can('update'), body: connectorFields.partial(), reply: connector }),
  remove: route.delete(one, { access: can('delete') }),
  history: historyRoute('integrations.connector', one),
  /** Generates a new secret; the previous one is valid for another day. */
  renewSecret: route.post(`${one}/secret`, { access: can('update'), reply: withSecret, status: 200 }),
  messages: route.list(`${one}/message`, {
    access: can('read'),
    reply: message,
    list: { filter: ['outcome', 'externalId'], sort: ['id'], defaultSort: ['id', 'desc'] },
  }),
  unknown: route.list(`${one}/unknown`, {
    access: can('read'),
    reply: unknownDevice,
    list: { sort: ['lastAt', 'count', 'id'], defaultSort: ['lastAt', 'desc'] },
  }),
  /** Adds an unknown device and reads its newest messages again. */
  adopt: route.post(`${one}/unknown`, {
    access: can('update'),
    body: adoption,
    reply: adopted,
    status: 200,
    ownTransactions: true,
  }),
  /** Reads a message without storing anything. */
  test: route.post(`${one}/test`, {
    access: can('update'),
    body: z.object({ body: z.string().max(maxBodyBytes, 'tooLong'), event: z.string().max(40, 'tooLong').default('') }),
    bodyLimit: 1024 * 1024,
    reply: tried,
    status: 200,
    limitPerMinute: 30,
    limitBy: 'person',
  }),
};

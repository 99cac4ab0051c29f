import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { importRoute } from '#platform/common/import.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { connections, connectivities } from './connection.ts';
import { deviceLogLine, logList } from './device-log.ts';
import { newOwner } from './owner.ts';
import { devicePath, supervisionLimits } from './path.ts';
import { serialNumber } from './serial.ts';

export const deviceStates = ['inventory', 'installed', 'removed'] as const;
export const tokenStates = ['none', 'not-activated', 'active', 'expired', 'blocked'] as const;
export type TokenState = (typeof tokenStates)[number];
/** How a device follows its template. */
export const templateStates = ['none', 'pending', 'in-sync', 'outdated', 'drifted', 'failed'] as const;
export type TemplateState = (typeof templateStates)[number];

/** The latest value of a sensor. `time` is the time of measurement. */
export const latestValue = z.object({
  sensor: z.string(),
  sensorId: z.number(),
  unit: z.string(),
  kind: z.enum(['number', 'boolean', 'text']),
  decimals: z.number(),
  counter: z.boolean(),
  value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
  time: z.string().nullable(),
});
export type LatestValue = z.infer<typeof latestValue>;

const place = z.object({ id: z.number(), name: z.string() }).nullable();

/**
 * The days until the battery is empty. `from` and `to`: the range of a measured forecast; null for one by the model
 * alone.
 */
const batteryForecast = z.object({ days: z.number(), from: z.number().nullable(), to: z.number().nullable() });

/** A device in a list. */
export const deviceRow = z.object({
  id: z.number(),
  companyId: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  app: z.string(),
  solutionId: z.number(),
  hardware: z.object({ id: z.number(), name: z.object({ en: z.string(), ar: z.string() }) }),
  /** Single or triple by the number of phase sensors of the model. */
  type: z.enum(['single', 'triple']).nullable(),
  name: z.string(),
  serial: z.string(),
  state: z.enum(deviceStates),
  connection: z.enum(connections),
  connectivity: z.enum(connectivities),
  /** When a sleeping device is expected to send its next message. */
  nextWakeAt: z.string().nullable(),
  /** The platform refuses its connection. */
  suspended: z.boolean(),
  battery: z.number().nullable(),
  batteryForecast: batteryForecast.nullable(),
  lastSeenAt: z.string().nullable(),
  structure: place,
  floor: place,
  space: place,
  token: z.enum(tokenStates),
  templateState: z.enum(templateStates),
  /** Empty while the token is not active. */
  values: z.array(latestValue),
  /** A value that is older than this is stale: three reporting intervals. */
  staleAfterSeconds: z.number(),
  reportEverySeconds: z.number(),
  createdAt: z.string(),
});
export type Device = z.infer<typeof deviceRow>;

export const deviceDetail = deviceRow.extend({
  activationAt: z.string().nullable(),
  expirationAt: z.string().nullable(),
  attributes: z.record(z.string(), z.json()),
  /** A plausible value of each sensor of its model, for examples of messages. */
  exampleValues: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  suspendedReason: z.string().nullable(),
  /** How long it may be silent; null: three of its reporting intervals. */
  supervisionSeconds: z.number().nullable(),
  paths: z.array(devicePath),
  /** The time zone (IANA name) of its site, else of its company. */
  zone: z.string(),
  /** The user name of its connection; null without a secret. */
  credentialName: z.string().nullable(),
});
export type DeviceDetail = z.infer<typeof deviceDetail>;

export const deviceList = {
  search: ['name', 'serial'],
  filter: [
    'id',
    'companyId',
    'solutionId',
    'structureId',
    'hardwareId',
    'state',
    'connection',
    'suspended',
    'templateState',
    'battery',
    'replaceSoon',
    'lockState',
    'createdAt',
  ],
  valuesOnly: ['replaceSoon', 'lockState'],
  sort: ['id', 'name', 'createdAt', 'battery', 'structureId'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;
const placement = z.object({
  structureId: z.number('Required').int().positive('pleaseInputIDRight'),
  floorId: z.number().int().positive('pleaseInputIDRight').nullish(),
  spaceId: z.number().int().positive('pleaseInputIDRight').nullish(),
});

/** How long a device may be silent, in seconds. */
export const supervision = z.object({
  supervisionSeconds: numberWithin(supervisionLimits.min, supervisionLimits.max).int('enterANumber').nullable(),
});

/** A device that a person adds: to the inventory, or installed if it names a structure. */
export const newDevice = z.object({
  serial: serialNumber(),
  hardwareId: z.number('Required').int().positive('pleaseInputIDRight').max(2_147_483_647, 'pleaseInputIDRight'),
  /** By default the model and the end of the serial number. */
  name: requiredText(120).optional(),
  structureId: placement.shape.structureId.nullish(),
  floorId: placement.shape.floorId,
  spaceId: placement.shape.spaceId,
  /** Takes one of the company's subscriptions, so that readings are shown. */
  activate: z.boolean().default(false),
});

/** The state of an uninstalled device: in the inventory, to be installed again, or removed for good. */
const removal = z.object({ to: z.enum(['inventory', 'removed']) });

/** A line of an imported table. The serial identifies the device; places are given by name. */
export const deviceLine = z.strictObject({
  serial: serialNumber(),
  name: requiredText(120).optional(),
  /** The name of the hardware model in either language. */
  model: z.string().optional(),
  structure: z.string().optional(),
  floor: z.string().optional(),
  space: z.string().optional(),
});
export type DeviceLine = z.infer<typeof deviceLine>;

/** The people who may add devices of an app. */
export const addAccess = (app: string): AccessRule => ({
  or: [canDo(`${app}.device`, 'create'), canDo(`${app}.device`, 'install')],
});

/** The calls for the devices of an app, mounted in its manifest. */
export function deviceRoutes(app: string) {
  const canDoOnDevice = (action: string) => canDo(`${app}.device`, action);
  return {
    list: route.list('/device', {
      access: canDoOnDevice('read'),
      tokens: true,
      reply: deviceRow,
      list: deviceList,
      allClients: true,
    }),
    get: route.get('/device/{id}', {
      access: canDoOnDevice('read'),
      tokens: true,
      reply: deviceDetail,
      allClients: true,
    }),
    /**
     * Administrators add devices to the inventory. Installers enter the device at hand, and install it with the same
     * call.
     */
    create: route.post('/device', {
      access: addAccess(app),
      body: newDevice,
      reply: deviceDetail,
      idempotent: true,
    }),
    update: route.patch('/device/{id}', {
      access: canDoOnDevice('update'),
      body: z.object({ name: requiredText(120) }),
      reply: deviceDetail,
    }),
    import: importRoute('/device', canDoOnDevice('import')),
    install: route.put('/device/{id}/install', {
      access: canDoOnDevice('install'),
      body: placement,
      reply: deviceDetail,
      idempotent: true,
    }),
    move: route.patch('/device/{id}/move', {
      access: canDoOnDevice('install'),
      body: placement,
      reply: deviceDetail,
      idempotent: true,
    }),
    /** Technicians install and move devices; administrators decide which devices leave their place or the company. */
    remove: route.put('/device/{id}/remove', { access: canDoOnDevice('update'), body: removal, reply: deviceDetail }),
    /** Cuts the device off within a second; its messages are refused until it is resumed. */
    suspend: route.post('/device/{id}/suspend', {
      access: canDoOnDevice('suspend'),
      body: z.object({ reason: requiredText(200) }),
      reply: deviceDetail,
      status: 200,
    }),
    resume: route.post('/device/{id}/resume', { access: canDoOnDevice('suspend'), reply: deviceDetail, status: 200 }),
    /** Sets how long the device may be silent before it is offline; null: three of its reporting intervals. */
    supervise: route.put('/device/{id}/supervision', {
      access: canDoOnDevice('update'),
      body: supervision,
      reply: deviceDetail,
    }),
    /** Puts a subscription from the company's stock on the device. */
    token: route.put('/device/{id}/token', {
      access: canDoOnDevice('token'),
      body: z.object({ tokenId: placement.shape.structureId }),
      reply: deviceDetail,
    }),
    /** Gives a device of the inventory to a client, with its subscription. The history stays with the former owner. */
    owner: route.patch('/device/{id}/owner', {
      access: canDoOnDevice('transfer'),
      body: z.object({ customerId: placement.shape.structureId }),
      reply: newOwner,
    }),
    /** Opens a device of the inventory for claiming by another company, with the key for its label. */
    claimKey: route.put('/device/{id}/claim-key', {
      access: canDoOnDevice('transfer'),
      reply: z.object({ serial: z.string(), key: z.string() }),
    }),
    /** Lets a device that lost its secret fetch another one within an hour. */
    provisionAgain: route.post('/device/{id}/provision-again', {
      access: canDoOnDevice('update'),
      reply: deviceDetail,
      status: 200,
    }),
    log: route.list('/device/{id}/log', {
      access: canDoOnDevice('read'),
      reply: deviceLogLine,
      list: logList,
      allClients: true,
    }),
    credential: route.put('/device/{id}/credential', {
      access: canDoOnDevice('update'),
      reply: z.object({ name: z.string(), secret: z.string() }),
    }),
  };
}
export type DeviceRoutes = ReturnType<typeof deviceRoutes>;

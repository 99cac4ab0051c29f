import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { importRoute } from '#platform/common/import.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { requiredText } from '#platform/common/validation/validation.ts';
import { deviceChannel } from './channel.ts';
import { deviceConnectionRoutes } from './connection-routes.ts';
import { deviceLogLine, logList } from './device-log.ts';
import { deviceDetail, deviceRow } from './device-row.ts';
import { newOwner } from './owner.ts';
import { placement } from './placing/placement.ts';
import { serialNumber } from './serial.ts';

export {
  type Device,
  type DeviceDetail,
  deviceRow,
  deviceStates,
  type LatestValue,
  type TemplateState,
  type TokenState,
  templateStates,
} from './device-row.ts';

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
    /** The channels of the device by name, with their newest values; none without an active token. */
    channels: route.get('/device/{id}/channel', {
      access: canDoOnDevice('read'),
      tokens: true,
      reply: z.array(deviceChannel),
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
    ...deviceConnectionRoutes(app),
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
    log: route.list('/device/{id}/log', {
      access: canDoOnDevice('read'),
      reply: deviceLogLine,
      list: logList,
      allClients: true,
    }),
  };
}
export type DeviceRoutes = ReturnType<typeof deviceRoutes>;

import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import { deviceRow } from '#core/devices/common/device.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { anyFile, megabyte } from '#platform/common/upload.ts';
import { id, numberWithin, requiredText } from '#platform/common/validation/validation.ts';

/** A plan of a structure or a floor with the positions of devices. */
export const layout = defineEntity('structure.layout', {
  table: 'layout',
  fields: z.object({ structureId: id(), floorId: id().nullable(), name: requiredText(80) }),
  list: {
    search: ['name'],
    filter: ['structureId', 'floorId'],
    sort: ['name', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});

const namedRecord = z.object({ id: z.number(), name: z.string() });
const shownLayout = layout.row.extend({
  /** Changes with the picture. */
  fileId: z.number(),
  /** Size of the picture in pixels. */
  width: z.number(),
  height: z.number(),
  structure: namedRecord,
  floor: namedRecord.nullable(),
  devices: z.number(),
  /** What else is on it: spaces, records of apps. */
  items: z.number(),
});
export type Layout = z.infer<typeof shownLayout>;

/** A position from the left and upper edge, as fractions of width and height. */
const position = { x: numberWithin(0, 1), y: numberWithin(0, 1) };
const placedDevice = deviceRow.extend({
  ...position,
  /** The worst severity of the active alarms of the device. */
  severity: z.enum(severities).nullable(),
});
export type LayoutDevice = z.infer<typeof placedDevice>;

/** A device that can be placed on the plan, with its current layout. */
const candidateDevice = deviceRow.extend({ layout: namedRecord.nullable() });
export type CandidateDevice = z.infer<typeof candidateDevice>;

/** The place of a device, and its position on a plan, before it was moved. */
const previousPlacement = z.object({
  state: z.enum(['inventory', 'installed']),
  structureId: id().nullable(),
  floorId: id().nullable(),
  spaceId: id().nullable(),
  spot: z.object({ layoutId: id(), ...position }).nullable(),
});
export type PreviousPlacement = z.infer<typeof previousPlacement>;

export const planUpload = { maxBytes: 12 * megabyte, kinds: ['image'] } as const;
/** Pictures whose aspect ratios differ less are taken as the same plan. */
const ratioTolerance = 0.02;
export const sameRatio = (a: { width: number; height: number }, b: { width: number; height: number }): boolean =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) <= ratioTolerance;

const layoutPath = '/layout/{id}';
const read = layout.can('read');

export const layoutRoutes = {
  list: route.list('/layout', { access: read, reply: shownLayout, list: layout.list }),
  create: route.post('/layout', {
    access: layout.can('create'),
    upload: planUpload,
    body: layout.fields.partial({ floorId: true }).extend({ image: anyFile() }),
    reply: shownLayout,
  }),
  get: route.get(layoutPath, { access: read, reply: shownLayout }),
  history: historyRoute(layout.name, layoutPath),
  update: route.patch(layoutPath, {
    access: layout.can('update'),
    upload: planUpload,
    body: z.object({
      name: layout.fields.shape.name.optional(),
      image: anyFile().optional(),
      /**
       * What becomes of the devices and items on the plan if the new picture has another aspect ratio. Without it such a
       * picture is refused with 409 if there are any.
       */
      devices: z.enum(['keep', 'clear']).optional(),
    }),
    reply: shownLayout,
  }),
  remove: route.delete(layoutPath, { access: layout.can('delete') }),
  /** The picture. */
  image: route.get(`${layoutPath}/image`, { access: read, reply: z.unknown(), raw: true }),
  /** The devices on the layout. */
  placed: route.get(`${layoutPath}/placed`, { access: read, reply: z.array(placedDevice) }),
  /** The devices that the caller may place on the layout; `scope=structure` limits them to its structure. */
  candidates: route.list(`${layoutPath}/device`, {
    access: read,
    reply: candidateDevice,
    list: { search: ['name', 'serial'], sort: ['name'], defaultSort: ['name', 'asc'] },
    query: z.object({ scope: z.enum(['structure', 'company']).optional() }),
  }),
  /** Places or moves a device on the layout. It is removed from other layouts and installed in this structure and floor. */
  addDevice: route.post(`${layoutPath}/add-device`, {
    access: layout.can('update'),
    body: z.object({ deviceId: id(), ...position }),
    reply: placedDevice.extend({ before: previousPlacement }),
    status: 200,
  }),
  /** Removes a device from the layout. It stays installed, unless `back` restores its previous placement. */
  deleteDevice: route.post(`${layoutPath}/delete-device`, {
    access: layout.can('update'),
    body: z.object({ deviceId: id(), back: previousPlacement.optional() }),
    status: 204,
  }),
};

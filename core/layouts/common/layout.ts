import { z } from 'zod';
import { deviceRow } from '#core/devices/common/device.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { anyFile, megabyte } from '#platform/common/upload.ts';
import { id, numberWithin, requiredText } from '#platform/common/validation.ts';

/** A plan of a structure, or of one of its floors, on which devices stand. */
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

const named = z.object({ id: z.number(), name: z.string() });
const shown = layout.row.extend({
  /** Another picture has another one. */
  fileId: z.number(),
  /** Pixels of the picture. */
  width: z.number(),
  height: z.number(),
  structure: named,
  floor: named.nullable(),
  devices: z.number(),
});
export type Layout = z.infer<typeof shown>;

/** Where on the picture: from its left and its upper edge, as parts of its width and height. */
const position = { x: numberWithin(0, 1), y: numberWithin(0, 1) };
const placed = deviceRow.extend(position);
export type PlacedDevice = z.infer<typeof placed>;

/** A device that could stand on the plan, and where it stands now. */
const candidate = deviceRow.extend({ layout: named.nullable() });
export type Candidate = z.infer<typeof candidate>;

/** Where a device stood: its place, and its spot on a plan. */
const stood = z.object({
  state: z.enum(['inventory', 'installed']),
  structureId: id().nullable(),
  floorId: id().nullable(),
  spaceId: id().nullable(),
  spot: z.object({ layoutId: id(), ...position }).nullable(),
});
export type Stood = z.infer<typeof stood>;

export const planUpload = { maxBytes: 12 * megabyte, kinds: ['image'] } as const;
/** Two pictures within this part of each other's ratio show the same places at the same positions. */
const ratioTolerance = 0.02;
export const sameRatio = (a: { width: number; height: number }, b: { width: number; height: number }): boolean =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) <= ratioTolerance;

const one = '/layout/{id}';
const read = layout.can('read');

export const layoutRoutes = {
  list: route.list('/layout', { access: read, reply: shown, list: layout.list }),
  create: route.post('/layout', {
    access: layout.can('create'),
    upload: planUpload,
    body: layout.fields.partial({ floorId: true }).extend({ image: anyFile() }),
    reply: shown,
  }),
  get: route.get(one, { access: read, reply: shown }),
  history: historyRoute(layout.name, one),
  update: route.patch(one, {
    access: layout.can('update'),
    upload: planUpload,
    body: z.object({
      name: layout.fields.shape.name.optional(),
      image: anyFile().optional(),
      /** What becomes of the devices if the new picture has another ratio; without it that is refused. */
      devices: z.enum(['keep', 'clear']).optional(),
    }),
    reply: shown,
  }),
  remove: route.delete(one, { access: layout.can('delete') }),
  /** The picture itself. */
  image: route.get(`${one}/image`, { access: read, reply: z.unknown(), raw: true }),
  /** The devices on it. */
  placed: route.get(`${one}/placed`, { access: read, reply: z.array(placed) }),
  /** The devices that the caller may put on it; `scope=structure` leaves out those of other structures. */
  candidates: route.list(`${one}/device`, {
    access: read,
    reply: candidate,
    list: { search: ['name', 'serial'], sort: ['name'], defaultSort: ['name', 'asc'] },
    query: z.object({ scope: z.enum(['structure', 'company']).optional() }),
  }),
  /** Puts a device on the plan or moves it; it leaves any other plan, and is installed in this structure and floor. */
  addDevice: route.post(`${one}/add-device`, {
    access: layout.can('update'),
    body: z.object({ deviceId: id(), ...position }),
    reply: placed.extend({ before: stood }),
    status: 200,
  }),
  /** Takes a device off the plan; it stays installed in the structure, unless it is told to go back to where it stood. */
  deleteDevice: route.post(`${one}/delete-device`, {
    access: layout.can('update'),
    body: z.object({ deviceId: id(), back: stood.optional() }),
    status: 204,
  }),
};

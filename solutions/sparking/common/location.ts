import { z } from 'zod';
import { structure } from '#core/places/common/structure.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { isTime } from '#platform/common/time/time-fields.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { id, location as place, requiredText } from '#platform/common/validation/validation.ts';
import { slotCounts } from './counts.ts';

export const locationTypes = ['on-street', 'surface', 'multi-storey', 'underground', 'other'] as const;
/** How full a car park or group is in words. */
export const fills = ['open', 'almost-full', 'full'] as const;
export const countModes = ['slots', 'counters', 'both'] as const;

export const wholeWithin = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');
export const capacityDeclared = wholeWithin(1, 100_000).nullable();

const fields = z.object({
  publicNameEn: requiredText(120).nullable(),
  publicNameAr: requiredText(120).nullable(),
  type: z.enum(locationTypes),
  countMode: z.enum(countModes),
  /** Needed where vehicles are counted at the gates. */
  capacityDeclared,
  maxHeightCm: wholeWithin(150, 600).nullable(),
  /** When it is open; null: always. */
  schedule: weekSchedule.nullable(),
  feeEn: requiredText(300).nullable(),
  feeAr: requiredText(300).nullable(),
  notes: z.string().trim().max(1000, 'tooLong').nullable(),
  almostFullPct: wholeWithin(50, 99),
  fullPct: wholeWithin(50, 100),
  /** A bay that is occupied for longer is looked at. */
  stuckHours: wholeWithin(2, 1440),
  /** A shorter occupation is not a stay. */
  ghostSeconds: wholeWithin(0, 300),
  /** When the nightly count is compared, HH:mm. */
  quietAt: z.string().refine(isTime, 'invalidTime').nullable(),
  public: z.boolean(),
  /** Whether single bays are published as well. */
  publicSlots: z.boolean(),
  forecast: z.boolean(),
});

/** A car park: a structure, whose id it has, and what parking adds to it. */
export const location = defineEntity('sparking.location', { fields });
export type LocationFields = z.infer<typeof fields>;

export const locationList = {
  search: ['name'],
  filter: ['type', 'countMode', 'public'],
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

export const shownLocation = location.row.extend({
  name: z.string(),
  ...slotCounts.shape,
  /** How many alarms of the app are open there. */
  alarms: z.number(),
  /** How many of its sensors are silent. */
  offline: z.number(),
});
export type ShownLocation = z.infer<typeof shownLocation>;

const { name, countryId, cityId, address } = structure.fields.shape;
const ofStructure = z.object({ name, countryId, cityId, address, location: place().nullable() });
/** Which structure becomes a car park: one that is there, or a new one. */
const newLocation = fields
  .partial()
  .extend(ofStructure.partial().shape)
  .extend({ structureId: id().optional() })
  .refine(({ structureId, name: given }) => structureId !== undefined || given !== undefined, {
    path: ['name'],
    message: 'Required',
  })
  .refine(({ structureId, countryId: given }) => structureId !== undefined || given !== undefined, {
    path: ['countryId'],
    message: 'Required',
  });
export type NewLocation = z.infer<typeof newLocation>;
const changedLocation = fields.partial().extend(ofStructure.partial().shape);
export type ChangedLocation = z.infer<typeof changedLocation>;

const counted = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.number() }));
const read = location.can('read');
const one = '/location/{id}';

export const locationRoutes = {
  list: route.list('/location', { access: read, reply: shownLocation, list: locationList }),
  /** The filter values of locations, each with its number of locations. */
  metadata: route.get('/location/metadata', {
    access: read,
    reply: z.object({
      total: z.number(),
      types: counted(z.enum(locationTypes)),
      public: counted(z.boolean()),
      /** How full they are in words; `open` as well where too little is known. */
      fills: counted(z.enum(fills)),
      cities: counted(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
  /** The locations that have a place on the map, at most 5,000. */
  map: route.get('/location/map', {
    access: read,
    reply: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        lat: z.number(),
        lng: z.number(),
        ...slotCounts.pick({ fill: true, free: true, total: true }).shape,
      }),
    ),
  }),
  create: route.post('/location', { access: location.can('create'), body: newLocation, reply: shownLocation }),
  get: route.get(one, { access: read, reply: shownLocation }),
  history: historyRoute(location.name, one),
  update: route.patch(one, { access: location.can('update'), body: changedLocation, reply: shownLocation }),
  /** Ends the car park; its structure stays. With bays only if they are to be retired. */
  remove: route.delete(one, {
    access: location.can('delete'),
    query: z.object({ retire: z.enum(['true', 'false']).optional() }),
  }),
};

import { z } from 'zod';
import { structure } from '#core/places/common/structure.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { route } from '#platform/common/route.ts';
import { id, location as place } from '#platform/common/validation/validation.ts';
import { slotCounts } from './counts.ts';
import { maxGroups, newGroup } from './group.ts';
import { fills, location, locationList, locationTypes, shownLocation } from './location.ts';

const { name, countryId, cityId, address } = structure.fields.shape;
const ofStructure = z.object({ name, countryId, cityId, address, location: place().nullable() });
/** Which structure becomes a car park: one that is there, or a new one. */
export const newLocation = location.fields
  .partial()
  .extend(ofStructure.partial().shape)
  .extend({ structureId: id().optional(), groups: z.array(newGroup).max(maxGroups, 'tooMany').optional() })
  .refine(({ structureId, name: given }) => structureId !== undefined || given !== undefined, {
    path: ['name'],
    message: 'Required',
  })
  .refine(({ structureId, countryId: given }) => structureId !== undefined || given !== undefined, {
    path: ['countryId'],
    message: 'Required',
  })
  .superRefine(({ structureId, groups = [] }, context) => {
    const fault = (at: number, field: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['groups', at, field], message });
    for (const [at, { name: given, floorId, countMode, capacityDeclared, slots }] of groups.entries()) {
      if (groups.findIndex((other) => other.name === given) < at) fault(at, 'name', 'sameValue');
      // A new structure has no floors yet.
      if (floorId && structureId === undefined) fault(at, 'floorId', 'invalid');
      if (countMode === 'counters' && !slots && !capacityDeclared) fault(at, 'capacityDeclared', 'Required');
    }
  });
export type NewLocation = z.infer<typeof newLocation>;
const changedLocation = location.fields.partial().extend(ofStructure.partial().shape);
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
  /** With `groups`, these and their bays are made in the same step: the whole car park, or nothing. */
  create: route.post('/location', {
    access: location.can('create'),
    body: newLocation,
    reply: shownLocation,
    idempotent: true,
  }),
  get: route.get(one, { access: read, reply: shownLocation }),
  history: historyRoute(location.name, one),
  update: route.patch(one, { access: location.can('update'), body: changedLocation, reply: shownLocation }),
  /** Ends the car park; its structure stays. With bays only if they are to be retired. */
  remove: route.delete(one, {
    access: location.can('delete'),
    query: z.object({ retire: z.enum(['true', 'false']).optional() }),
  }),
};

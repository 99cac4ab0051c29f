import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { crud, defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { location, numberWithin, requiredText } from '#platform/common/validation/validation.ts';

const circle = z.object({ kind: z.literal('circle'), center: location(), radius: numberWithin(1, 500_000) });
const polygon = z.object({
  kind: z.literal('polygon'),
  path: z.array(location()).min(3, 'threePoints').max(500, 'tooLong'),
});
const rectangle = z
  .object({
    kind: z.literal('rectangle'),
    bounds: z.object({
      north: numberWithin(-90, 90),
      south: numberWithin(-90, 90),
      east: numberWithin(-180, 180),
      west: numberWithin(-180, 180),
    }),
  })
  .refine(({ bounds }) => bounds.north > bounds.south, { path: ['bounds', 'north'], message: 'northAboveSouth' })
  .refine(({ bounds }) => bounds.east !== bounds.west, { path: ['bounds', 'east'], message: 'outOfRange' });

const corridor = z.object({
  kind: z.literal('corridor'),
  path: z.array(location()).min(2, 'twoPoints').max(200, 'tooLong'),
  width: numberWithin(5, 5000),
});

/**
 * A shape on the map: degrees in WGS 84, the radius and the width of a corridor in metres. A rectangle may cross the 180th
 * meridian.
 */
export const shape = z.discriminatedUnion('kind', [circle, polygon, rectangle, corridor]);
export type Shape = z.infer<typeof shape>;

export const geofencePurposes = ['depot', 'customer', 'allowed', 'forbidden', 'other'] as const;

export const geofence = defineEntity('area.geofence', {
  table: 'geofence',
  fields: z.object({
    name: requiredText(120),
    description: z.string().trim().max(500, 'tooLong'),
    purpose: z.enum(geofencePurposes),
    shape,
    /** In km/h, for rules of the devices inside it. */
    speedLimit: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(1000, 'outOfRange').nullable(),
  }),
  list: { search: ['name', 'description'], sort: ['name', 'createdAt'], defaultSort: ['name', 'asc'] },
});

const { list, create: _, ...crudRoutes } = crud(geofence, '/geofence');
export const geofenceRoutes = {
  ...crudRoutes,
  create: route.post('/geofence', {
    access: geofence.can('create'),
    body: geofence.fields.partial({ speedLimit: true, purpose: true }),
    reply: geofence.row,
  }),
  list: { ...list, list: { ...geofence.list, filter: ['companyId', 'purpose'] } },
  history: historyRoute(geofence.name, '/geofence/{id}'),
};

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const earthMetres = 6_371_008.8;

/** The distance of two locations in metres, on a sphere with the earth's mean radius. */
export function metresBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const h =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}

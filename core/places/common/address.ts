import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';
import { location } from '#platform/common/validation/validation.ts';
import { geofence } from './geofence.ts';
import { structure } from './structure.ts';

/** A place with its address and, if known, the code of its country. */
export const place = z.object({
  address: z.string(),
  location: location(),
  countryCode: z.string().nullable(),
});
export type GeocodedPlace = z.infer<typeof place>;

/** Access for people who edit structures or geofences. */
const access: AccessRule = {
  or: [structure.can('create'), structure.can('update'), geofence.can('create'), geofence.can('update')],
};
/** The country of the places (ISO 3166-1 alpha-2). */
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'invalid')
  .optional();
const degrees = (most: number) => z.coerce.number('enterANumber').min(-most, 'outOfRange').max(most, 'outOfRange');

/** Calls of the geocoder; `places: null` without a geocoder or without its answer. */
export const geocoderRoutes = {
  search: route.get('/place/search', {
    access,
    query: z.object({ text: z.string().trim().min(1, 'Required').max(200, 'tooLong'), country }),
    reply: z.object({ places: z.array(place).nullable() }),
    ownTransactions: true,
    limitPerMinute: 60,
  }),
  /** The address of a point. Refuses a point in another country with `invalidPlace`. */
  at: route.get('/place/reverse', {
    access,
    query: z.object({ lat: degrees(90), lng: degrees(180), country }),
    reply: z.object({ place: place.nullable() }),
    ownTransactions: true,
    limitPerMinute: 60,
  }),
};

import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';
import { location } from '#platform/common/validation.ts';
import { geofence } from './geofence.ts';
import { structure } from './structure.ts';

/** Source: 1-core.md §2: the result of a place picker. The code is that of the country around the place, if it is known. */
export const place = z.object({
  address: z.string(),
  location: location(),
  countryCode: z.string().nullable(),
});
export type FoundPlace = z.infer<typeof place>;

/** The person who chooses a place of something. */
const access: AccessRule = {
  or: [structure.can('create'), structure.can('update'), geofence.can('create'), geofence.can('update')],
};
/** Two letters: places must lie in this country. */
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'invalid')
  .optional();
const degrees = (most: number) => z.coerce.number('enterANumber').min(-most, 'outOfRange').max(most, 'outOfRange');

/** What the geocoder of this installation knows; `places: null` where there is none, or it does not answer now. */
export const addressRoutes = {
  search: route.get('/place/search', {
    access,
    query: z.object({ text: z.string().trim().min(1, 'Required').max(200, 'tooLong'), country }),
    reply: z.object({ places: z.array(place).nullable() }),
    ownTransactions: true,
    limitPerMinute: 60,
  }),
  /** The address of a point. Refuses with `invalidPlace` what lies in another country than the one that is named. */
  at: route.get('/place/reverse', {
    access,
    query: z.object({ lat: degrees(90), lng: degrees(180), country }),
    reply: z.object({ place: place.nullable() }),
    ownTransactions: true,
    limitPerMinute: 60,
  }),
};

import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { slotUses } from './counts.ts';
import { location } from './location.ts';
import type { slotStates } from './slot.ts';

export const publicStates = ['open', 'closed', 'nodata'] as const;
export const fillLevels = ['spaces', 'almost-full', 'full'] as const;

/** Null where nothing is known now: an old number is never published. */
const count = z.number().nullable();

/** What drivers see of a car park: the bays that the public may use now, and whose state is known. */
export const publicLocation = z.object({
  nameEn: z.string(),
  nameAr: z.string(),
  state: z.enum(publicStates),
  level: z.enum(fillLevels).nullable(),
  /** Those for everyone; `uses` are counted apart. */
  free: count,
  total: count,
  uses: z.array(z.object({ use: z.enum(slotUses), free: z.number(), total: z.number() })),
  /** How many of those for everyone are expected to be free in some minutes, where such forecasts have proven good. */
  later: z.array(z.object({ minutes: z.number(), free: z.number() })),
  /** When a sensor was last heard. */
  at: z.string().nullable(),
  /** When it opens or closes next; null: it does not. */
  changesAt: z.string().nullable(),
  zone: z.string(),
  /** The hours of the coming days, in minutes from midnight; null: always open. */
  days: z.array(z.object({ date: z.string(), open: z.array(z.tuple([z.number(), z.number()])) })).nullable(),
  maxHeightCm: z.number().nullable(),
  feeEn: z.string().nullable(),
  feeAr: z.string().nullable(),
  place: z.object({ lat: z.number(), lng: z.number() }).nullable(),
});
export type PublicLocation = z.infer<typeof publicLocation>;

const parkApiLot = z.object({
  id: z.string(),
  name: z.string(),
  coords: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  total: z.number(),
  free: z.number(),
  'total:disabled': z.number(),
  'free:disabled': z.number(),
  'total:charging': z.number(),
  'free:charging': z.number(),
  state: z.enum(publicStates),
  lot_type: z.string(),
  forecast: z.boolean(),
});
/** The city document of ParkAPI, which journey planners read. */
export const parkApi = z.object({ last_updated: z.string(), last_downloaded: z.string(), lots: z.array(parkApiLot) });
export type ParkApi = z.infer<typeof parkApi>;

/** A bay of `slots.geojson`. */
export type PublicSlot = {
  number: string;
  floor: string | null;
  use: (typeof slotUses)[number];
  state: (typeof slotStates)[number];
};

const publicLink = z.object({ token: z.string(), urls: z.array(z.string()) });
const access = { public: 'drivers and signs read how many bays are free', feed: 'parking' } as const;
const one = '/location/{id}/public';

export const publicRoutes = {
  page: route.get('/public/{token}', { access, reply: publicLocation }),
  parkApi: route.get('/public/{token}/parkapi.json', { access, reply: parkApi }),
  /** Each bay, only where the company has switched that on. */
  slots: route.get('/public/{token}/slots.geojson', { access, feedType: 'application/geo+json', reply: z.string() }),
  /** The current link of a public car park; null if it is not public. */
  link: route.get(one, { access: location.can('update'), reply: publicLink.nullable() }),
  /** Replaces the link: the earlier one stops working. */
  renew: route.put(one, { access: location.can('update'), reply: publicLink }),
};

import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { availabilities } from './availability.ts';
import { plate } from './vehicle/plate.ts';
import { vehicle } from './vehicle/vehicle.ts';

export const analysisBuckets = ['hour', 'day', 'week', 'month'] as const;

const idsText = z.string().regex(/^\d{1,9}(,\d{1,9}){0,499}$/, 'pleaseInputIDRight');
/** Vehicles that the caller may see: these, and those of these groups and the groups within them; all by default. */
export const selection = z.object({ vehicleIds: idsText.optional(), groupIds: idsText.optional() });
/** From the begin of a quarter of an hour to that of another. */
const period = selection.extend({ from: instant(), to: instant() });
const bucketed = period.extend({ bucket: z.enum(analysisBuckets).default('day') });
export type Selection = z.infer<typeof selection>;
export type Period = z.infer<typeof period>;
export type Bucketed = z.infer<typeof bucketed>;

/** Whole metres and seconds; speeds in km/h. What is shown is rounded at the end. */
const bucket = z.object({ from: z.string(), to: z.string(), metres: z.number() });
const distance = z.object({
  total: z.number(),
  /** Between the ends of gaps; not part of the total. */
  gap: z.number(),
  /** The total of the period of the same length before. */
  previous: z.number(),
  zone: z.string(),
  buckets: z.array(bucket),
});
const statuses = z.object({
  moving: z.number(),
  idle: z.number(),
  stopped: z.number(),
  offline: z.number(),
  suspended: z.number(),
  noDevice: z.number(),
  /** The sum of the others: vehicles that are not retired. */
  total: z.number(),
});
const named = z.object({ id: z.number(), name: z.string(), plate });
const journeys = z.object({
  /** Journeys that began in the period. */
  count: z.number(),
  metres: z.number(),
  drivingS: z.number(),
  idleS: z.number(),
  /** Null without a journey. */
  avgMetres: z.number().nullable(),
  avgDriving: z.number().nullable(),
  avgSpeed: z.number().nullable(),
  maxSpeed: z.number(),
  longest: z.object({ vehicle: named, at: z.string(), metres: z.number() }).nullable(),
  zone: z.string(),
  buckets: z.array(bucket.extend({ count: z.number(), drivingS: z.number(), idleS: z.number() })),
});
const ofVehicle = z.object({
  companyId: z.number(),
  vehicle: named,
  metres: z.number(),
  journeys: z.number(),
  drivingS: z.number(),
  idleS: z.number(),
  maxSpeed: z.number(),
});
const byState = z.record(z.enum(availabilities), z.number());
const availability = z.object({
  zone: z.string(),
  /** Seconds, which add up to `total`. */
  byState,
  /** The seconds that the vehicles were in the fleet, from the first whole quarter of an hour on. */
  total: z.number(),
  /** The numbers of vehicles now. */
  now: byState,
  buckets: z.array(z.object({ from: z.string(), to: z.string(), seconds: byState })),
});
export type VehicleAvailabilities = z.infer<typeof availability>;
export type JourneyStatistics = z.infer<typeof journeys>;
export type VehicleDistance = z.infer<typeof ofVehicle>;

const access = vehicle.can('read');
/** Sums of quarters of an hour, so that days add up to weeks and vehicles to their total. */
export const analysisRoutes = {
  distance: route.get('/analysis/distance-traveled', { access, query: bucketed, reply: distance }),
  statuses: route.get('/analysis/vehicles-statuses', { access, query: selection, reply: statuses }),
  journeys: route.get('/analysis/journeys-statistics', { access, query: bucketed, reply: journeys }),
  /** How long vehicles were suspended, unfit (papers expired), offline, in use and available. */
  availabilities: route.get('/analysis/vehicles-availabilities', { access, query: bucketed, reply: availability }),
  /** Those that drove the most first; in the last seven days by default. */
  vehicles: route.list('/analysis/vehicles-distance-traveled', {
    access,
    query: period.partial(),
    reply: ofVehicle,
    list: {},
  }),
};

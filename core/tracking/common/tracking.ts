import { z } from 'zod';
import { connections } from '#core/devices/common/connection.ts';
import { positionSources } from '#core/telemetry/common/position.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { buckets } from './movement/buckets.ts';
import { distanceSources, segmentKinds } from './track-segments.ts';

/** The longest period of a trail, in days. */
export const maxTrailDays = 31;
/** The most points of a trail that is drawn. */
export const maxTrailPoints = 5000;
/** The most positions of a period that are read. */
export const maxPositions = 250_000;

const period = z.object({ from: instant(), to: instant() });
const positionQuery = period.extend({
  /** The most points; the line is simplified to them. */
  limit: z.coerce
    .number('enterANumber')
    .int()
    .min(2, 'outOfRange')
    .max(maxTrailPoints, 'outOfRange')
    .default(maxTrailPoints),
});
export const exportFormats = ['csv', 'gpx'] as const;
const fileQuery = period.extend({ format: z.enum(exportFormats) });

/** Milliseconds since 1970, latitude, longitude, km/h, degrees from north; null means that it was not reported. */
const trailPoint = z.tuple([z.number(), z.number(), z.number(), z.number().nullable(), z.number().nullable()]);
export type TrailPoint = z.infer<typeof trailPoint>;

const hidden = z.enum(['no-active-token']).nullable();
const trail = z.object({
  /** Why positions are not shown; null if they are. */
  hidden,
  /** The positions of the period; outliers and coarse ones are not counted. */
  total: z.number(),
  /** Without points on the line between others, at the scale of the whole trail. */
  simplified: z.boolean(),
  points: z.array(trailPoint),
});
export type Trail = z.infer<typeof trail>;

const location = z.object({ lat: z.number(), lng: z.number() });
const trackSegment = z.object({
  kind: z.enum(segmentKinds),
  from: z.string(),
  to: z.string(),
  start: location,
  end: location,
  metres: z.number(),
  /** km/h; null for stops and gaps. */
  topSpeed: z.number().nullable(),
  fixes: z.number(),
  /** It may continue with the next position. */
  running: z.boolean(),
  /** What measured the metres. */
  source: z.enum(distanceSources),
  /** A trip with the ignition off. */
  towed: z.boolean(),
  /** Seconds with the engine on and without moving. */
  idleSeconds: z.number(),
  /** The rest of a trip; null if that was not counted when the trip was made. */
  drivingSeconds: z.number().nullable(),
  /** How often the device paused on a trip. */
  pauses: z.number(),
  /** km/h while driving; null for stops and gaps. */
  meanSpeed: z.number().nullable(),
  /** How often late positions have changed it, from 1 on. */
  version: z.number(),
});
export type TrackSegment = z.infer<typeof trackSegment>;

const fenceVisit = z.object({
  geofence: z.object({ id: z.number(), name: z.string() }),
  kind: z.enum(['enter', 'exit']),
  at: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** Its positions arrived late, so no rule was evaluated. */
  late: z.boolean(),
});
export type FenceVisit = z.infer<typeof fenceVisit>;
const trips = z.object({
  hidden,
  segments: z.array(trackSegment),
  fences: z.array(fenceVisit),
  /** The period has more segments or geofence events than the reply; the oldest are listed. */
  truncated: z.boolean(),
});
export type Trips = z.infer<typeof trips>;

const stay = { ms: z.number(), visits: z.number() };
const usage = z.object({
  hidden,
  /** When it last moved, within the period or before; null if it never has. */
  lastMovedAt: z.string().nullable(),
  /** The share of the period on the way. */
  utilisation: z.number(),
  movingMs: z.number(),
  /** The time in geofences, the longest first. */
  fences: z.array(z.object({ geofence: z.object({ id: z.number(), name: z.string() }), ...stay })),
  /** The time that it stood near structures that the caller may see, the longest first. */
  structures: z.array(z.object({ structure: z.object({ id: z.number(), name: z.string() }), ...stay })),
});
export type TrackerUsage = z.infer<typeof usage>;

const movementSums = z.object({
  /** Driven on trips. */
  metres: z.number(),
  /** Between the ends of gaps; not driven as far as known. */
  gapMetres: z.number(),
  /** Seconds: they add up to the time for which positions are known. */
  drivingS: z.number(),
  idleS: z.number(),
  stoppedS: z.number(),
  /** Seconds without positions in which the device moved, or was offline. */
  nodataS: z.number(),
  /** Trips that began. */
  starts: z.number(),
  /** km/h; 0 if it did not move. */
  maxSpeed: z.number(),
});
const movement = z.object({
  hidden,
  /** The time zone by whose clocks days, weeks and months begin. */
  zone: z.string(),
  total: movementSums,
  buckets: z.array(movementSums.extend({ from: z.string(), to: z.string() })),
});
export type Movement = z.infer<typeof movement>;
/** The longest period of buckets, in days. */
export const maxMovementDays = { hour: 2, day: 92, week: 762, month: 762, total: 762 } as const;

const quality = z.object({
  hidden,
  /** Positions of the period, including those that do not count. */
  fixes: z.number(),
  fixesPerHour: z.number(),
  /** Metres; null if no position has an accuracy. */
  accuracy: z.number().nullable(),
  /** Positions that are far off or of an unknown accuracy. */
  doubtful: z.number(),
  /** Moves without intermediate positions, and their duration. */
  gaps: z.number(),
  gapMs: z.number(),
});
export type FixQuality = z.infer<typeof quality>;

const placedDevice = z.object({
  id: z.number(),
  name: z.string(),
  solutionId: z.number(),
  companyId: z.number(),
  lat: z.number(),
  lng: z.number(),
  at: z.string(),
  accuracy: z.number().nullable(),
  speed: z.number().nullable(),
  heading: z.number().nullable(),
  source: z.enum(positionSources),
  connection: z.enum(connections),
  /** The worst severity of its active alarms that the caller may read. */
  worst: z.enum(['good', 'ok', 'poor', 'problem']).nullable(),
  /** The geofences that it is in. */
  fences: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type LocatedDevice = z.infer<typeof placedDevice>;

const cluster = z.object({ lat: z.number(), lng: z.number(), devices: z.number() });
const mapQuery = z.object({
  /** west,south,east,north in degrees; everywhere by default. */
  bbox: z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,8})?(,-?\d{1,3}(\.\d{1,8})?){3}$/, 'invalid')
    .optional(),
  solutionId: z.coerce.number('enterANumber').int().positive('outOfRange').optional(),
  /** Only devices that have moved since. */
  since: instant().optional(),
});
/** The maximum number of devices in an answer; beyond it, the map gets clusters. */
export const maxDevicesOnMap = 20_000;
const map = z.object({
  devices: z.array(placedDevice),
  /** Instead of devices, where there are too many: the number of those near a place. */
  clusters: z.array(cluster),
  /** The time up to which moves are included, for `since`. */
  until: z.string(),
});
export type TrackingMap = z.infer<typeof map>;

/** The calls for positions of an app's devices, mounted in its manifest. */
export function trackingRoutes(app: string) {
  const access = canDo(`${app}.device`, 'read');
  return {
    map: route.get('/device/map', { access, query: mapQuery, reply: map, allClients: true }),
    trail: route.get('/device/{id}/position', { access, query: positionQuery, reply: trail, allClients: true }),
    /** All positions of a period as they are stored, as a file. */
    file: route.get('/device/{id}/position/file', { access, query: fileQuery, reply: z.unknown(), raw: true }),
    /** How much a device moved in a period, and how long it was in each geofence. */
    usage: route.get('/device/{id}/usage', { access, query: period, reply: usage, allClients: true }),
    /**
     * What a device did in a period: distance, driving, idling and standing. The period begins and ends with a quarter of
     * an hour; buckets add up to their total.
     */
    movement: route.get('/device/{id}/movement', {
      access,
      query: period.extend({ bucket: z.enum(buckets).default('day') }),
      reply: movement,
      allClients: true,
    }),
    /** How often and how precisely a device reports its position. */
    quality: route.get('/device/{id}/position/quality', { access, query: period, reply: quality, allClients: true }),
    trips: route.get('/device/{id}/trip', { access, query: period, reply: trips, allClients: true }),
  };
}

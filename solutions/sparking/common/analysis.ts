import { z } from 'zod';
import { qualities } from '#core/states/common/state-interval.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { slotUses } from './counts.ts';

const ids = z
  .string()
  .max(4000, 'tooLong')
  .regex(/^\d+(,\d+)*$/, 'invalid');
const whole = z.coerce.number('enterANumber').int('enterANumber');

export const maxLocationIds = 50;
export const maxSlotIds = 50;
/** Of places that are known for less of the time, the occupied share says little. */
export const leastKnown = 0.8;
/** The longest period of an analysis, in days. */
export const maxDays = 400;
/** The longest one of those calls that look at every stay and state of bays of one use. */
export const maxUseDays = 31;
export const buckets = ['quarter', 'hour', 'day', 'week', 'month'] as const;
export type Bucket = (typeof buckets)[number];
/** The longest period of each bucket, in days. */
export const bucketDays: Readonly<Record<Bucket, number>> = {
  quarter: 3,
  hour: 31,
  day: maxDays,
  week: maxDays,
  month: maxDays,
};

/** A period, and what to look at; without that all that the caller may see. */
const asked = {
  from: instant(),
  to: instant(),
  locationIds: ids.optional(),
  groupIds: ids.optional(),
  use: z.enum(slotUses).optional(),
};
export const parkingPeriod = z.object(asked);
export type ParkingPeriod = z.infer<typeof parkingPeriod>;
const bucket = z.enum(buckets).default('day');

/**
 * The seconds of bays: open by the hours of the car park and in service, and of these occupied, free and unknown, which add
 * up to open. Ratios are made of them: the occupied share is occupied / (open − unknown), the known one (open − unknown) / open.
 */
export const bayParts = {
  open: z.number(),
  occupied: z.number(),
  free: z.number(),
  unknown: z.number(),
};
const sums = { ...bayParts, stays: z.number(), departures: z.number() };
const ofPlaces = z.object({
  ...sums,
  /** The most vehicles that were there at once. */
  max: z.number(),
});
export type PlaceSums = z.infer<typeof ofPlaces>;
const inBucket = ofPlaces.extend({ start: z.string() });
const named = { id: z.number(), name: z.string() };

/** The upper ends of the bins of stays, in minutes; the last bin has none. */
export const binMinutes = [5, 15, 30, 60, 120, 240, 480, 1440] as const;
const ofStays = {
  /** How many ended stays lasted how long, by bin. */
  bins: z.array(z.number()).length(binMinutes.length + 1),
  ended: z.number(),
  endedSeconds: z.number(),
};
const ofSlots = z.object({ ...bayParts, stays: z.number(), ...ofStays, overstaySeconds: z.number() });
export type SlotSums = z.infer<typeof ofSlots>;

const occupation = {
  zone: z.string(),
  /** Until when all of it is counted; null without car parks. */
  countedUntil: z.string().nullable(),
  total: ofPlaces,
  /** The buckets of all that was asked for. */
  buckets: z.array(inBucket),
};
/** The seconds in an hour of the week. */
const ofHour = z.object({ open: z.number(), occupied: z.number(), unknown: z.number() });

export const slotSorts = [
  'number',
  'occupancy',
  'coverage',
  'open',
  'occupied',
  'free',
  'unknown',
  'stays',
  'ended',
  'endedSeconds',
  'meanStay',
  'overstaySeconds',
  'lastStayAt',
] as const;
/** Any of the figures of a bay, and the ratios that are made of them. */
export type SlotSort = (typeof slotSorts)[number];
export const slotFigureList = { sort: slotSorts, defaultSort: ['number', 'asc'] } as const satisfies ListSpec;
const slotFigures = ofSlots.extend({
  id: z.number(),
  number: z.string(),
  locationId: z.number(),
  groupId: z.number().nullable(),
  lastStayAt: z.string().nullable(),
});
export type SlotFigures = z.infer<typeof slotFigures>;

const rankedBy = ['location', 'group', 'slot'] as const;
const ranks = ['occupancy', 'stays', 'overstay'] as const;
const ranked = z.object({
  ...named,
  ...bayParts,
  stays: z.number(),
  overstaySeconds: z.number(),
  locationId: z.number(),
});

const access = canDo('sparking.analysis', 'read');
export const analysisRoutes = {
  locationOccupation: route.get('/analysis/location-occupation', {
    access,
    query: parkingPeriod.extend({ bucket }),
    reply: z.object({
      ...occupation,
      rows: z.array(inBucket.extend(named)),
      /** By weekday, Saturday first, and hour, in the zones of the car parks. */
      hours: z.array(z.array(ofHour).length(24)).length(7),
    }),
  }),
  groupOccupation: route.get('/analysis/group-occupation', {
    access,
    query: parkingPeriod.extend({ bucket }),
    reply: z.object({ ...occupation, rows: z.array(inBucket.extend(named).extend({ locationId: z.number() })) }),
  }),
  /** What is known of a few bays at each time. */
  slotOccupation: route.get('/analysis/slot-occupation', {
    access,
    query: parkingPeriod.extend({ slotIds: ids }),
    reply: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          number: z.string(),
          ...bayParts,
          intervals: z.array(
            z.object({ from: z.string(), to: z.string(), occupied: z.boolean(), quality: z.enum(qualities) }),
          ),
        }),
      ),
    }),
  }),
  /** Without a period, of the last seven days. */
  slotOccupationList: route.list('/analysis/slot-occupation-list', {
    access,
    query: parkingPeriod.partial({ from: true, to: true }),
    reply: slotFigures,
    list: slotFigureList,
  }),
  /** The sums of all the bays of that list. */
  slotOccupationTotal: route.get('/analysis/slot-occupation-list/total', {
    access,
    query: parkingPeriod,
    reply: ofSlots,
  }),
  parkingCount: route.get('/analysis/parking-count', {
    access,
    query: parkingPeriod.extend({ bucket }),
    reply: z.object({
      zone: z.string(),
      total: z.object({ stays: z.number(), departures: z.number(), ...ofStays }),
      /** Vehicles that are counted at gates have no use. */
      rows: z.array(
        z.object({
          start: z.string(),
          use: z.enum(slotUses).nullable(),
          stays: z.number(),
          departures: z.number(),
        }),
      ),
    }),
  }),
  /** The fullest and the emptiest; those of which too little is known stand apart. */
  mostOccupation: route.get('/analysis/most-occupation', {
    access,
    query: parkingPeriod.extend({
      by: z.enum(rankedBy).default('group'),
      rank: z.enum(ranks).default('occupancy'),
      limit: whole.min(1, 'outOfRange').max(50, 'outOfRange').default(10),
    }),
    reply: z.object({ top: z.array(ranked), bottom: z.array(ranked), uncovered: z.array(ranked) }),
  }),
};
export type Ranked = z.infer<typeof ranked>;
export type RankedBy = (typeof rankedBy)[number];
export type Rank = (typeof ranks)[number];

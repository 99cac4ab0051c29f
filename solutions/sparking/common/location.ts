import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { isTime } from '#platform/common/time/time-fields.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { requiredText } from '#platform/common/validation/validation.ts';
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
  /** The time zone (IANA name) of its site. */
  zone: z.string(),
  ...slotCounts.shape,
  /** How many alarms of the app are open there. */
  alarms: z.number(),
  /** How many of its sensors are silent. */
  offline: z.number(),
});
export type ShownLocation = z.infer<typeof shownLocation>;

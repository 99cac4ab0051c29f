import { z } from 'zod';

export const slotUses = [
  'standard',
  'people-of-determination',
  'ev',
  'family',
  'motorcycle',
  'loading',
  'taxi',
  'coach',
  'visitor',
  'reserved',
] as const;
export type SlotUse = (typeof slotUses)[number];

/**
 * Bays by their state now. `total` counts those in service, so that free, occupied and unknown add up to it: an unknown
 * bay is never counted as free.
 */
export const slotCounts = z.object({
  free: z.number(),
  occupied: z.number(),
  unknown: z.number(),
  outOfService: z.number(),
  total: z.number(),
  byUse: z.array(z.object({ use: z.enum(slotUses), free: z.number(), total: z.number() })),
  /** The share of the bays whose state is known that are occupied; null if none is known. */
  fill: z.number().nullable(),
  /** The share of the bays whose state is known; null without bays. */
  coverage: z.number().nullable(),
});
export type SlotCounts = z.infer<typeof slotCounts>;

import { z } from 'zod';
import { channelName } from '#core/devices/common/channel.ts';
import { bulkFields, bulkResults, maxBulk, namesEachOnce, namesStructure } from '#core/devices/common/placing/bulk.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { wholeWithin } from './location.ts';

const item = bulkFields
  .extend({
    /** The bay that it watches; null: none. Its structure and floor come with it. */
    space: id().nullable().optional(),
    /** Only this channel of it watches the bay. The device stays where it is within the structure. */
    channel: z.string().regex(channelName, 'invalid').optional(),
    /** Of several that watch a bay, the lowest that knows something decides. */
    priority: wholeWithin(1, 9).optional(),
    /** What is in the bay takes the place of this device. */
    swap: z.boolean().optional(),
  })
  .refine(namesStructure, { path: ['structureId'], message: 'Required' })
  .refine(({ space, structureId }) => space === undefined || structureId === undefined, {
    path: ['space'],
    message: 'invalid',
  })
  .refine(({ space, channel }) => channel === undefined || space !== undefined, {
    path: ['space'],
    message: 'Required',
  });
export type PlacingItem = z.infer<typeof item>;

export const placingResults = [...bulkResults, 'slot-taken', 'not-in-bay', 'no-channels'] as const;
const result = z.object({
  id: z.number(),
  ok: z.boolean(),
  /** Why it stays where it is. */
  code: z.enum(placingResults).exclude(['updated']).optional(),
  /** What is in the bay already. */
  device: z.object({ id: z.number(), name: z.string() }).optional(),
  number: z.string().optional(),
});
export type PlacingResult = z.infer<typeof result>;

export const placingRoutes = {
  /** Renames sensors, and puts them into bays. The reply has a result for each. */
  bulk: route.patch('/device/bulk', {
    access: { or: [canDo('sparking.device', 'update'), canDo('sparking.device', 'install')] },
    body: z.object({
      items: z.array(item).min(1, 'Required').max(maxBulk, 'tooLong').refine(namesEachOnce, 'twiceInList'),
    }),
    reply: z.array(result),
    idempotent: true,
  }),
};

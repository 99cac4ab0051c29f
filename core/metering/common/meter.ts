import { z } from 'zod';
import { attachmentRoutes } from '#platform/common/attachment.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { megabyte } from '#platform/common/upload.ts';
import { instant, numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { utilities } from './manifest.ts';

export const segmentReasons = ['installed', 'replaced', 'reset', 'rollover'] as const;
export const reviewStates = ['open', 'accepted', 'rejected', 'returned'] as const;

const person = z.object({ id: z.number(), name: z.string() }).nullable();

/** The time during which a meter counted without a break. Indices are in the unit of the counter. */
export const segment = z.object({
  id: z.number(),
  serial: z.string(),
  startedAt: z.string(),
  startIndex: z.number(),
  endedAt: z.string().nullable(),
  endIndex: z.number().nullable(),
  reason: z.enum(segmentReasons),
  person,
  photos: z.number(),
});
export type MeterSegment = z.infer<typeof segment>;

/** A rise above the physical maximum of the model. It is billed only when a person has accepted it. */
export const review = z.object({
  id: z.number(),
  at: z.string(),
  /** The index of the reading before. */
  before: z.number(),
  rise: z.number(),
  state: z.enum(reviewStates),
  person,
  decidedAt: z.string().nullable(),
});
export type Review = z.infer<typeof review>;

export const manualReading = z.object({ id: z.number(), at: z.string(), value: z.number(), person });

export const meterReply = z.object({
  utility: z.enum(utilities),
  sensor: z.string(),
  unit: z.string(),
  decimals: z.number(),
  /** The newest first. */
  segments: z.array(segment),
  reviews: z.array(review),
  readings: z.array(manualReading),
});
export type MeterReply = z.infer<typeof meterReply>;

const index = () => numberWithin(0, 1e9);
/** Both indices of a replacement, in the unit of the counter. */
export const replacement = z.object({
  at: instant(),
  endIndex: index(),
  startIndex: index(),
  serial: requiredText(60),
});
export const enteredReading = z.object({ at: instant(), value: index() });
export const decision = z.object({ accept: z.boolean() });

/** The people who may enter readings and decide about implausible ones. */
const enter = (app: string) => ({ ...canDo(`${app}.device`, 'enter-reading'), ceiling: 'Operator' as const });

export const photoUpload = { maxBytes: 10 * megabyte, kinds: ['image'] } as const;

export function meterRoutes(app: string) {
  const install = canDo(`${app}.device`, 'install');
  return {
    read: route.get('/device/{id}/meter', {
      access: canDo(`${app}.device`, 'read'),
      reply: meterReply,
      allClients: true,
    }),
    /**
     * The next segment begins. 422: the indices do not fit the surrounding readings. 409: a later segment has begun
     * since.
     */
    replace: route.post('/device/{id}/replace-meter', {
      access: install,
      body: replacement,
      reply: meterReply,
      idempotent: true,
    }),
    /** A reading by a person. 422: it does not fit between its neighbours. */
    enter: route.post('/device/{id}/meter-reading', {
      access: enter(app),
      body: enteredReading,
      reply: meterReply,
      idempotent: true,
    }),
    decide: route.patch('/device/{id}/meter-review/{reviewId}', {
      access: enter(app),
      body: decision,
      reply: meterReply,
    }),
  };
}

/** The photos of a segment: people who see the meter can view them, installers can add them. */
export const segmentPhotoRoutes = (app: string) =>
  attachmentRoutes(
    { can: (action) => canDo(`${app}.device`, action === 'update' ? 'install' : action) },
    '/meter-segment/{id}',
    photoUpload,
  );

import { z } from 'zod';
import { id, instant, location, requiredText } from '#platform/common/validation/validation.ts';

export const maxStops = 50;
export const stopStates = ['pending', 'arrived', 'done', 'failed', 'skipped'] as const;
export type StopState = (typeof stopStates)[number];

export const stopActions = ['arrive', 'finish', 'fail', 'skip', 'reopen'] as const;
export type StopAction = (typeof stopActions)[number];
/** From which states an action leads where. */
export const stopSteps: Readonly<Record<StopAction, { from: readonly StopState[]; to: StopState }>> = {
  arrive: { from: ['pending'], to: 'arrived' },
  finish: { from: ['pending', 'arrived'], to: 'done' },
  fail: { from: ['pending', 'arrived'], to: 'failed' },
  skip: { from: ['pending', 'arrived'], to: 'skipped' },
  reopen: { from: ['done', 'failed', 'skipped'], to: 'pending' },
};
/** With it nothing more is to do at the stop. */
export const isOver = (state: StopState): boolean => state !== 'pending' && state !== 'arrived';

const fields = z.object({
  name: requiredText(120),
  address: z.string().trim().max(300, 'tooLong'),
  location: location().nullable(),
  /** The point of interest that it is at. */
  pointId: id().nullable(),
  windowFrom: instant().nullable(),
  windowTo: instant().nullable(),
});

/** In the order of the way. Only the name is needed. */
export const newStop = fields.partial({
  address: true,
  location: true,
  pointId: true,
  windowFrom: true,
  windowTo: true,
});
export type NewStop = z.infer<typeof newStop>;

export const shownStop = fields.extend({
  id: z.number(),
  state: z.enum(stopStates),
  arrivedAt: instant().nullable(),
  doneAt: instant().nullable(),
  reason: z.string().nullable(),
});
export type ShownStop = z.infer<typeof shownStop>;

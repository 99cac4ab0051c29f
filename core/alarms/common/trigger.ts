import { z } from 'zod';

export const monthSeconds = 30 * 86_400;
export const seconds = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');

/** When a condition that is met counts as a hit. */
export const trigger = z.discriminatedUnion('type', [
  z.object({ type: z.literal('simple') }),
  z.object({ type: z.literal('duration'), seconds: seconds(1, monthSeconds) }),
  z.object({
    type: z.literal('repeating'),
    times: z.number('enterANumber').int('enterANumber').min(2, 'outOfRange').max(1000, 'outOfRange'),
    withinSeconds: seconds(1, 86_400),
  }),
]);

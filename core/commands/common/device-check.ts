import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

const done = z.object({ on: z.string(), by: z.object({ id: z.number(), name: z.string() }).nullable() });

/** A check of a device that people do from time to time, such as its calibration. Days are those of its company. */
export const deviceCheck = z.object({
  kind: z.string(),
  everyDays: z.number(),
  /** The last times that it was done, the newest first. */
  done: z.array(done),
  /**
   * The day until which it has to be done next, counted from the day on which the device was added if it was never
   * done.
   */
  dueOn: z.string(),
  overdue: z.boolean(),
});
export type DeviceCheck = z.infer<typeof deviceCheck>;

/** The calls for the checks of an app's devices, which its hardware models name under `checks`. */
export function checkRoutes(app: string) {
  return {
    read: route.get('/device/{id}/check', {
      access: canDo(`${app}.device`, 'read'),
      reply: z.array(deviceCheck),
      allClients: true,
    }),
    /** Records that a check was done today. Idempotent within a day. */
    done: route.post('/device/{id}/check', {
      access: { ...canDo(`${app}.device`, 'check'), ceiling: 'Operator' },
      body: z.object({ kind: requiredText(60) }),
      reply: z.array(deviceCheck),
      status: 200,
    }),
  };
}

import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';

/** A device that a subscription can be bought for. */
const target = z.object({
  id: z.number(),
  name: z.string(),
  serial: z.string(),
  solutionId: z.number(),
  expirationAt: z.string().nullable(),
});
export type TokenTarget = z.infer<typeof target>;
export const maxTargets = 1000;

export const tokenTargetRoutes = {
  /**
   * Devices of the current company: by id, by serial number or label, and those whose subscription ends within a
   * number of days.
   */
  find: route.post('/token/target', {
    access: canDo('product.token', 'read'),
    body: z.object({
      app: z.string('Required').min(1, 'Required').max(40, 'tooLong'),
      ids: z.array(id()).max(maxTargets, 'tooLong').default([]),
      serials: z.array(z.string().trim().min(1, 'Required').max(200, 'tooLong')).max(maxTargets, 'tooLong').default([]),
      endsWithin: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(366, 'outOfRange').nullish(),
    }),
    reply: z.array(target),
    status: 200,
  }),
};

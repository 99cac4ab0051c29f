import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';

/** A link of a device with another one of the company. */
const link = z.object({
  id: z.number(),
  /** Whether the other device acts for this one. */
  acts: z.boolean(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }),
});
export type DeviceLinkRow = z.infer<typeof link>;

/** The links between devices and those that act for them, of the solutions that the manifest names under `links`. */
export function deviceLinkRoutes(app: string) {
  const canDoOnDevice = (action: string) => canDo(`${app}.device`, action);
  return {
    list: route.get('/device/{id}/link', { access: canDoOnDevice('read'), reply: z.array(link), allClients: true }),
    /** Links with another device. Idempotent. */
    add: route.put('/device/{id}/link', {
      access: canDoOnDevice('update'),
      body: z.object({ deviceId: id() }),
      reply: z.array(link),
    }),
    remove: route.delete('/device/{id}/link/{linkId}', { access: canDoOnDevice('update') }),
  };
}

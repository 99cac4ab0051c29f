import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { deviceDetail } from './device-row.ts';
import { supervisionLimits } from './path.ts';

/** How long a device may be silent, in seconds. */
export const supervision = z.object({
  supervisionSeconds: numberWithin(supervisionLimits.min, supervisionLimits.max).int('enterANumber').nullable(),
});

/** The calls for the connection of a device of an app: its secret, its supervision, and whether it may connect. */
export function deviceConnectionRoutes(app: string) {
  const canDoOnDevice = (action: string) => canDo(`${app}.device`, action);
  return {
    /** Cuts the device off within a second; its messages are refused until it is resumed. */
    suspend: route.post('/device/{id}/suspend', {
      access: canDoOnDevice('suspend'),
      body: z.object({ reason: requiredText(200) }),
      reply: deviceDetail,
      status: 200,
    }),
    resume: route.post('/device/{id}/resume', { access: canDoOnDevice('suspend'), reply: deviceDetail, status: 200 }),
    /** Sets how long the device may be silent before it is offline; null: three of its reporting intervals. */
    supervise: route.put('/device/{id}/supervision', {
      access: canDoOnDevice('update'),
      body: supervision,
      reply: deviceDetail,
    }),
    /** Lets a device that lost its secret fetch another one within an hour. */
    provisionAgain: route.post('/device/{id}/provision-again', {
      access: canDoOnDevice('update'),
      reply: deviceDetail,
      status: 200,
    }),
    credential: route.put('/device/{id}/credential', {
      access: canDoOnDevice('update'),
      reply: z.object({ name: z.string(), secret: z.string() }),
    }),
  };
}

import { z } from 'zod';
import { cardNumber, digitCode } from '#core/access/common/lock-commands.ts';
import { command } from '#core/commands/common/command.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { digitsOnly, numberWithin } from '#platform/common/validation/validation.ts';

export const openers = ['card', 'password', 'remote', 'gprs'] as const;

const sent = {
  reply: command,
  statusOf: (reply: unknown) => ((reply as { notice: string | null }).notice === null ? undefined : 200),
  idempotent: true,
} as const;
const whole = (min: number, max: number) => numberWithin(min, max).int('enterANumber').optional();

/** The calls of the two padlocks. They answer the last command of the order. */
export const padlockRoutes = {
  elockPassword: route.patch('/device/{id}/elock/set-password', {
    access: canDo('metrowatch.device', 'password'),
    body: z.object({ oldPassword: digitsOnly().length(6, 'wrongLength').optional(), password: digitCode(6, 6) }),
    ...sent,
  }),
  elockParameters: route.patch('/device/{id}/elock/set-parameters', {
    access: canDo('metrowatch.device', 'update'),
    body: z.object({
      reportingIntervalSeconds: whole(30, 86_400),
      sleepAfterSeconds: whole(30, 600),
      vibrationLevel: whole(0, 5),
      openBy: z.array(z.enum(openers)).max(openers.length).optional(),
      cards: z.array(cardNumber()).max(50, 'tooMany').optional(),
    }),
    ...sent,
  }),
  topflyParameters: route.post('/device/{id}/topfly/set-parameters', {
    access: canDo('metrowatch.device', 'update'),
    body: z.object({
      reportingIntervalSeconds: whole(30, 86_400),
      movingSeconds: whole(10, 3600),
      parkedSeconds: whole(60, 86_400),
      heartbeatSeconds: whole(60, 86_400),
      sensitivity: whole(0, 5),
      autoLock: z.boolean().optional(),
    }),
    ...sent,
  }),
};

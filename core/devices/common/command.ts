import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

/** queued → sent → delivered → confirmed, or failed / expired. Never delivered for a device that is offline. */
export const commandStates = ['queued', 'sent', 'delivered', 'confirmed', 'failed', 'expired'] as const;
export type CommandState = (typeof commandStates)[number];

const next: Record<CommandState, readonly CommandState[]> = {
  queued: ['sent', 'expired', 'failed'],
  sent: ['delivered', 'confirmed', 'failed', 'expired'],
  delivered: ['confirmed', 'failed', 'expired'],
  confirmed: [],
  failed: [],
  expired: [],
};
export const mayBecome = (from: CommandState, to: CommandState): boolean => next[from].includes(to);

export const command = z.object({
  id: z.number(),
  deviceId: z.number(),
  method: z.string(),
  params: z.json(),
  state: z.enum(commandStates),
  response: z.json().nullable(),
  requestedBy: z.string().nullable(),
  /** Who worked in a session as that person. */
  openedBy: z.string().nullable(),
  createdAt: z.string(),
  changedAt: z.string(),
  expiresAt: z.string(),
});
export type Command = z.infer<typeof command>;

export const commandBody = z.object({
  method: z.string('Required').trim().min(1, 'Required').max(60, 'tooLong'),
  params: z.json().default({}),
  /** Seconds that it waits for an offline device. */
  expiresInSeconds: z
    .number()
    .int()
    .min(5, 'outOfRange')
    .max(7 * 86_400, 'outOfRange')
    .default(60),
});

/** Commands to a device; `path` is the collection that the app's calls name, such as `/control-unit`. */
export function commandRoutes(app: string, path: string) {
  const may = (action: string) => canDo(`${app}.device`, action);
  return {
    send: route.post(`${path}/{id}/command`, {
      access: may('command'),
      body: commandBody,
      reply: command,
      idempotent: true,
    }),
    list: route.list(`${path}/{id}/command`, {
      access: may('read'),
      reply: command,
      list: { sort: ['id'], defaultSort: ['id', 'desc'] },
      allClients: true,
    }),
  };
}

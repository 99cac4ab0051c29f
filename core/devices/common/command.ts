import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import type { CommandSpec } from './manifest.ts';

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
  impersonatedBy: z.string().nullable(),
  createdAt: z.string(),
  changedAt: z.string(),
  expiresAt: z.string(),
});
export type Command = z.infer<typeof command>;

/** Seconds that a command waits for an offline device. */
const waiting = { least: 5, most: 7 * 86_400, default: 60 };

const commandBody = z.object({
  method: z.string('Required').trim().min(1, 'Required').max(60, 'tooLong'),
  params: z.record(z.string().max(60, 'tooLong'), z.json()).default({}),
  expiresInSeconds: z.number().int().min(waiting.least, 'outOfRange').max(waiting.most, 'outOfRange').optional(),
});
export type CommandOrder = z.infer<typeof commandBody>;

/** The action on the app's devices that sending a command takes. */
export const commandAbility = ({ ability = 'command' }: Pick<CommandSpec, 'ability'>): string => ability;
export const commandTimeout = ({ timeoutSeconds = waiting.default }: Pick<CommandSpec, 'timeoutSeconds'>): number =>
  timeoutSeconds;

/**
 * Commands to a device: those that the manifest declares. `path` is the collection that the app's calls name, such as
 * `/control-unit`. Whoever may send one of them passes the guard; the handler asks for the ability of the one sent.
 */
export function commandRoutes(app: string, path: string, commands: Readonly<Record<string, CommandSpec>>) {
  const may = (action: string) => canDo(`${app}.device`, action);
  const [first = 'command', ...others] = new Set(Object.values(commands).map(commandAbility));
  return {
    send: route.post(`${path as '/device'}/{id}/command`, {
      access: others.length === 0 ? may(first) : { or: [may(first), ...others.map(may)] },
      body: commandBody,
      reply: command,
      idempotent: true,
    }),
    list: route.list(`${path as '/device'}/{id}/command`, {
      access: may('read'),
      reply: command,
      list: { sort: ['id'], defaultSort: ['id', 'desc'] },
      allClients: true,
    }),
  };
}

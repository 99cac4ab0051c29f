import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import type { CommandSpec } from './manifest.ts';

/** queued → sent → delivered → confirmed, or failed or expired. A command to an offline device stays queued until it expires. */
export const commandStates = ['queued', 'sent', 'delivered', 'confirmed', 'failed', 'expired'] as const;
export type CommandState = (typeof commandStates)[number];

const nextStates: Record<CommandState, readonly CommandState[]> = {
  queued: ['sent', 'expired', 'failed'],
  sent: ['delivered', 'confirmed', 'failed', 'expired'],
  delivered: ['confirmed', 'failed', 'expired'],
  confirmed: [],
  failed: [],
  expired: [],
};
export const canAdvance = (from: CommandState, to: CommandState): boolean => nextStates[from].includes(to);

export const command = z.object({
  id: z.number(),
  deviceId: z.number(),
  method: z.string(),
  params: z.json(),
  state: z.enum(commandStates),
  response: z.json().nullable(),
  requestedBy: z.string().nullable(),
  /** Who impersonated that person. */
  impersonatedBy: z.string().nullable(),
  createdAt: z.string(),
  changedAt: z.string(),
  expiresAt: z.string(),
  /** What the sender must know: that the command waits for the device. Null otherwise. */
  notice: z.string().nullable(),
});
export type Command = z.infer<typeof command>;

/** Source: 1-core.md. */
export const heldNotice = 'Configuration will be set when the device is online';

/** How long a command waits for an offline device, in seconds. */
const timeout = { least: 5, most: 7 * 86_400, default: 60 };

const commandBody = z.object({
  method: z.string('Required').trim().min(1, 'Required').max(60, 'tooLong'),
  params: z.record(z.string().max(60, 'tooLong'), z.json()).default({}),
  expiresInSeconds: z.number().int().min(timeout.least, 'outOfRange').max(timeout.most, 'outOfRange').optional(),
});
export type CommandOrder = z.infer<typeof commandBody>;

/** The action on the app's devices that is required to send a command. */
export const commandAbility = ({ ability = 'command' }: Pick<CommandSpec, 'ability'>): string => ability;
export const commandTimeout = ({ timeoutSeconds = timeout.default }: Pick<CommandSpec, 'timeoutSeconds'>): number =>
  timeoutSeconds;

/**
 * The calls that send and list the commands declared in the manifest. `path` is the collection of the app's calls, such as
 * `/control-unit`. The guard requires the ability of any command; the handler requires the ability of the command sent.
 */
export function commandRoutes(app: string, path: string, commands: Readonly<Record<string, CommandSpec>>) {
  const canDoOnDevice = (action: string) => canDo(`${app}.device`, action);
  const [first = 'command', ...others] = new Set(Object.values(commands).map(commandAbility));
  return {
    send: route.post(`${path as '/device'}/{id}/command`, {
      access: others.length === 0 ? canDoOnDevice(first) : { or: [canDoOnDevice(first), ...others.map(canDoOnDevice)] },
      body: commandBody,
      reply: command,
      statusOf: (sent) => ((sent as Command).notice === null ? undefined : 200),
      idempotent: true,
    }),
    list: route.list(`${path as '/device'}/{id}/command`, {
      access: canDoOnDevice('read'),
      reply: command,
      list: { sort: ['id'], defaultSort: ['id', 'desc'] },
      allClients: true,
    }),
  };
}

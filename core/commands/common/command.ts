import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';

/**
 * queued → sent → delivered → confirmed, or failed, expired or unknown. A command to an offline device stays queued
 * until it expires. Once it was sent, its device may have executed it: if no report confirms it in time, the outcome is
 * unknown.
 */
export const commandStates = ['queued', 'sent', 'delivered', 'confirmed', 'failed', 'expired', 'unknown'] as const;
export type CommandState = (typeof commandStates)[number];

const nextStates: Record<CommandState, readonly CommandState[]> = {
  queued: ['sent', 'expired', 'failed'],
  sent: ['delivered', 'confirmed', 'failed', 'unknown'],
  delivered: ['confirmed', 'failed', 'unknown'],
  confirmed: [],
  failed: [],
  expired: [],
  // A late report settles it.
  unknown: ['confirmed', 'failed'],
};
export const canAdvance = (from: CommandState, to: CommandState): boolean => nextStates[from].includes(to);

export const command = z.object({
  id: z.number(),
  deviceId: z.number(),
  method: z.string(),
  params: z.json(),
  state: z.enum(commandStates),
  response: z.json().nullable(),
  /**
   * Why it failed, or why its outcome is unknown: a text under `commandReason`. The refusal that it has waited for if it
   * expired meanwhile: a text under `errors`.
   */
  reason: z.string().nullable(),
  /**
   * The refusal that currently forbids it: a text under `errors`. It waits until its device reports what allows it. Null
   * if nothing forbids it.
   */
  waitsFor: z.string().nullable(),
  requestedBy: z.string().nullable(),
  /** Who impersonated that person. */
  impersonatedBy: z.string().nullable(),
  /** The company of that person and the client, if the person acted for a client. */
  actedFor: z.object({ company: z.string(), client: z.string() }).nullable(),
  /** The alarm whose rule has sent it; null for a person. */
  alarmId: z.number().nullable(),
  /** Every state with its time, the first one first. */
  trace: z.array(z.object({ state: z.enum(commandStates), at: z.string() })),
  createdAt: z.string(),
  changedAt: z.string(),
  expiresAt: z.string(),
  /** A notice to the sender that the command waits for the device. Null otherwise. */
  notice: z.string().nullable(),
});
export type Command = z.infer<typeof command>;

export const heldNotice = 'Configuration will be set when the device is online';

/** How long a command waits for its device, in seconds. */
const waiting = { min: 5, max: 7 * 86_400, default: 60 };

const commandBody = z.object({
  method: z.string('Required').trim().min(1, 'Required').max(60, 'tooLong'),
  params: z.record(z.string().max(60, 'tooLong'), z.json()).default({}),
  expiresInSeconds: z.number().int().min(waiting.min, 'outOfRange').max(waiting.max, 'outOfRange').optional(),
  /** Replaces an unfinished command that changes the same thing. */
  replace: z.boolean().optional(),
  /** The alarm that caused it. */
  alarmId: id().optional(),
  /**
   * How long a command waits that would otherwise be refused. Without its device, because someone is about to wake it: at
   * most two minutes, by default not at all. For what forbids it: at most as long as its app declares, which is also the
   * default.
   */
  waitSeconds: z.number().int().min(1, 'outOfRange').max(waiting.max, 'outOfRange').optional(),
});
export type CommandOrder = z.infer<typeof commandBody>;

type Waits = Pick<CommandSpec, 'expires'>;
/** The action on the app's devices that is required to send a command. */
export const commandAbility = ({ ability = 'command' }: Pick<CommandSpec, 'ability'>): string => ability;
export const commandTimeout = ({ expires }: Waits): number => expires?.default ?? waiting.default;
export const allowsTimeout = ({ expires: { min = waiting.min, max = waiting.max } = {} }: Waits, seconds: number) =>
  seconds >= min && seconds <= max;

/** How long a command may wait for its device to be woken, in seconds. */
const longestAbsence = 120;
/** The longest `waitSeconds` of an order. */
export const longestWait = ({ waitSeconds = 0 }: Pick<CommandSpec, 'waitSeconds'>): number =>
  Math.max(longestAbsence, waitSeconds);

/** Whether a rule may send the command with these parameters. */
export const isAutomatic = ({ automatic }: Pick<CommandSpec, 'automatic'>, params: Readonly<Record<string, unknown>>) =>
  automatic === true ||
  (automatic !== undefined &&
    Object.entries(automatic).every(([key, values]) => values.includes(params[key] as never)));

/**
 * The calls that send, cancel and list the commands declared in the manifest. `path` is the collection of the app's calls, such as
 * `/control-unit`. The guard requires the ability of any command; the handler requires the ability of the command sent.
 */
export function commandRoutes(app: string, path: string, commands: Readonly<Record<string, CommandSpec>>) {
  const canDoOnDevice = (action: string) => canDo(`${app}.device`, action);
  const offered = Object.values(commands).filter(({ internal }) => !internal);
  const [first = 'command', ...others] = new Set(offered.map(commandAbility));
  const access =
    others.length === 0 ? canDoOnDevice(first) : { or: [canDoOnDevice(first), ...others.map(canDoOnDevice)] };
  return {
    send: route.post(`${path as '/device'}/{id}/command`, {
      access,
      body: commandBody,
      reply: command,
      statusOf: (sent) => ((sent as Command).notice === null ? undefined : 200),
      idempotent: true,
    }),
    /** Cancels a command that is still queued; idempotent. 409 `command-not-queued` once it was sent. */
    cancel: route.post(`${path as '/device'}/{id}/command/{commandId}/cancel`, {
      access,
      reply: command,
      status: 200,
    }),
    list: route.list(`${path as '/device'}/{id}/command`, {
      access: canDoOnDevice('read'),
      reply: command,
      list: { sort: ['id'], defaultSort: ['id', 'desc'] },
      allClients: true,
    }),
  };
}

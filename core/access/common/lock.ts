import { z } from 'zod';
import { command } from '#core/commands/common/command.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, optionalLinkFreeName, requiredText, textOfLength } from '#platform/common/validation/validation.ts';
import { stores, syncStates } from './grant.ts';
import { digitCode, unlockOrder } from './lock-commands.ts';

const waitSeconds = z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(120, 'outOfRange').optional();
const tag = textOfLength({ min: 1, max: 40 });

/** The description of a lock by its company. */
const lockDetails = z.object({
  publicName: optionalLinkFreeName(60),
  tags: z.array(tag).max(20, 'tooMany'),
  note: textOfLength({ max: 300 }),
  /** The thing that it locks. */
  assetId: id().nullable(),
});

const slotCount = z.object({ total: z.number(), used: z.number() });

export const lockState = lockDetails.extend({
  deviceId: z.number(),
  asset: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** No opening is allowed; null if the lock is not blocked. */
  blocked: z.object({ at: z.string(), reason: z.string(), by: z.string().nullable() }).nullable(),
  /** Null for a lock without a keypad. */
  slots: slotCount.nullable(),
  /** Null for a lock that keeps no cards. */
  cards: slotCount.nullable(),
  /**
   * How far its clock was ahead when it last reported it, and the whole hours of that if the time zone rather than the
   * clock is wrong; null for a lock that has not reported it.
   */
  clock: z.object({ offsetSeconds: z.number(), reportedAt: z.string(), zoneHours: z.number() }).nullable(),
  /** It is a virtual lock of the demo that sleeps between its messages: its button can be pressed. */
  virtualButton: z.boolean(),
  /** The people and links that may open it now; null if the caller may not see grants at this site. */
  mayOpen: z.array(z.object({ grantId: z.number(), name: z.string(), mode: z.string() })).nullable(),
});
export type LockState = z.infer<typeof lockState>;

/** A slot of a lock: a code or card of the platform, or one that was entered at the lock itself (`unmanaged`). */
export const slotRow = z.object({
  /** Made of the store and the slot: a code and a card may have the same slot. */
  id: z.string(),
  store: z.enum(stores),
  slot: z.number(),
  state: z.enum([...syncStates, 'unmanaged']),
  reason: z.string().nullable(),
  credentialId: z.number().nullable(),
  grantId: z.number().nullable(),
  /** The name of its holder; null for a code without one. */
  holder: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type SlotRow = z.infer<typeof slotRow>;

/**
 * The calls of locks, mounted by an app whose manifest declares `access` and spreads `lockCommands` into its commands.
 */
export function lockRoutes(app: string) {
  const can = (action: string) => canDo(`${app}.device`, action);
  const codes = (action: string) => canDo(`${app}.access-token`, action);
  const sent = {
    reply: command,
    status: 201,
    statusOf: (reply: unknown) => ((reply as { notice: string | null }).notice === null ? undefined : 200),
    idempotent: true,
  } as const;
  const wait = { waitSeconds };
  const reason = z.object({ reason: textOfLength({ max: 200 }).optional() });
  return {
    /** By the ability to unlock, or by a grant of the caller. 409 `…010403` for a lock that sleeps, without `waitSeconds`. */
    unlock: route.post('/device/{id}/unlock', { access: can('read'), body: unlockOrder.extend(wait), ...sent }),
    lock: route.patch('/device/{id}/lock', { access: can('lock'), body: z.object(wait), ...sent }),
    block: route.patch('/device/{id}/block', { access: can('block'), body: reason, ...sent }),
    unblock: route.patch('/device/{id}/unblock', { access: can('block'), body: reason, ...sent }),
    password: route.patch('/device/{id}/password', {
      access: can('password'),
      body: z.object({ password: digitCode(6, 9) }),
      ...sent,
    }),
    interval: route.patch('/device/{id}/reporting-interval', {
      access: can('update'),
      body: z.object({ seconds: z.number('enterANumber') }),
      ...sent,
    }),
    details: route.patch('/device/{id}/details', {
      access: can('update'),
      body: lockDetails.extend({ name: requiredText(120) }).partial(),
      reply: lockState,
    }),
    /** The locks that are currently blocked for everybody. */
    blocked: route.get('/device/blocked', {
      access: can('read'),
      reply: z.array(z.object({ deviceId: z.number(), reason: z.string() })),
      allClients: true,
    }),
    state: route.get('/device/{id}/access', { access: can('read'), reply: lockState }),
    /** Presses the button of a virtual lock, which wakes it. 404 where none runs, as in production. */
    wakeVirtual: route.post('/device/{id}/wake-virtual', { access: can('update'), reply: lockState, status: 200 }),
    slots: route.list('/device/{id}/code', { access: codes('read'), reply: slotRow, list: {} }),
    /** Writes a code or card again, deletes one that was entered at the lock, or gives it to a person. */
    resolve: route.patch('/device/{id}/code/{slot}', {
      access: codes('update'),
      body: z.object({
        store: z.enum(stores).default('codes'),
        action: z.enum(['write', 'delete', 'adopt']),
        holder: z
          .strictObject({ userId: id() })
          .or(z.strictObject({ name: requiredText(120) }))
          .optional(),
      }),
      reply: slotRow.nullable(),
    }),
    /** Asks the lock for its lists of codes and cards. */
    readCodes: route.post('/device/{id}/code/read', { access: codes('update'), ...sent }),
  };
}

import { z } from 'zod';

export const accessActions = [
  ...(['unlock', 'lock', 'denied', 'forced', 'held', 'jammed', 'code-set', 'code-removed', 'manual'] as const),
  ...(['card-set', 'card-removed', 'auto-lock'] as const),
] as const;
/** The actions in the log, including orders of the platform whose outcome is unknown. */
export const logActions = [...accessActions, 'unlock-sent', 'lock-sent'] as const;
/** Whether a person did it, known or not; the other actions are those of the lock itself. */
export const isOfSomebody = (action: (typeof logActions)[number]): boolean =>
  ['unlock', 'denied', 'forced', 'manual'].includes(action);
export const logMethods = ['app', 'link', 'pin', 'card', 'remote', 'key', 'inside', 'rule'] as const;
export const accessDenials = [
  ...(['unknown-code', 'outside-hours', 'expired', 'used', 'blocked', 'too-many', 'no-answer'] as const),
  'outside-fence',
] as const;

/**
 * What a lock reports as an event of the kind `access`. `clock`: the time of its clock while it sends, in seconds since
 * 1970.
 */
export const accessEvent = z.object({
  action: z.enum(accessActions),
  method: z.enum(logMethods).optional(),
  slot: z.number().int().optional(),
  result: z.enum(['granted', 'denied']).optional(),
  reason: z.enum(accessDenials).optional(),
  clock: z.number().optional(),
});
export type LockEvent = z.infer<typeof accessEvent>;

export const accessLogLine = z.object({
  id: z.number(),
  companyId: z.number(),
  /** By the clock of the lock. */
  time: z.string(),
  receivedAt: z.string(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }),
  structure: z.object({ id: z.number(), name: z.string() }).nullable(),
  action: z.enum(logActions),
  /**
   * `unknown`: the order was sent, but the lock never reported its outcome. A late report adds a line with the outcome.
   */
  result: z.enum(['granted', 'denied', 'unknown']).nullable(),
  reason: z.string().nullable(),
  method: z.enum(logMethods).nullable(),
  /** Null for somebody unknown. */
  by: z.string().nullable(),
  grantId: z.number().nullable(),
  commandId: z.number().nullable(),
  late: z.boolean(),
});
export type AccessLogLine = z.infer<typeof accessLogLine>;

export const accessLogList = {
  filter: ['deviceId', 'action', 'result', 'method', 'grantId', 'holderId', 'time'],
  sort: ['time'],
  defaultSort: ['time', 'desc'],
  countUpTo: 10_000,
} as const;

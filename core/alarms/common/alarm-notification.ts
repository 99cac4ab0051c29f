import { z } from 'zod';

/**
 * How a person is notified: text messages go to verified phones only, pushes to the browsers on which the person has
 * switched them on.
 */
export const personMethods = ['in-app', 'email', 'sms', 'push'] as const;
export type PersonMethod = (typeof personMethods)[number];
/** The webhook is one of the group. */
export const notificationMethods = [...personMethods, 'webhook'] as const;
export type NotificationMethod = (typeof notificationMethods)[number];

/** Why a notification is held, or why it was not sent. The locales have a text under `notNotified`. */
export const notNotified = [
  'quiet-hours',
  'storm',
  'gathered',
  'group-deleted',
  'not-member',
  'group-muted',
  'person-muted',
  'method-muted',
  'below-severity',
  'ended',
  'party-ended',
  'confidential',
  'acknowledged',
  'reopened',
  'raise-not-sent',
  'inactive',
  'no-permission',
  'no-verified-phone',
  'sms-limit',
  'no-sms-units',
  'no-device',
  'webhook-off',
  'not-delivered',
] as const;
export type NotNotified = (typeof notNotified)[number];

export const notificationStates = ['queued', 'held', 'sent', 'failed', 'skipped'] as const;

/** A decision to notify a person of an event of an alarm by a method, or not to. */
export const alarmNotification = z.object({
  id: z.number(),
  /** Null for a webhook. */
  person: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Null if the group was deleted. */
  group: z.object({ id: z.number(), name: z.string() }).nullable(),
  method: z.enum(notificationMethods),
  cause: z.enum([
    'raised',
    'severity-raised',
    'cleared',
    'escalation',
    'repeat',
    'desk-moved',
    'unanswered',
    'released',
  ]),
  /** The step of the escalation, from 1; 0 for members of the group. */
  step: z.number(),
  state: z.enum(notificationStates),
  reason: z.enum(notNotified).nullable(),
  /** When it was sent, held or skipped; for a queued one when it was queued. */
  at: z.string(),
  /** When a held one is sent at the earliest. */
  dueAt: z.string().nullable(),
});
export type AlarmNotification = z.infer<typeof alarmNotification>;

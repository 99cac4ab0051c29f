import { z } from 'zod';
import { notificationMethods, personMethods } from '#core/alarms/common/alarm-notification.ts';
import { severities } from '#core/alarms/common/severity.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { id } from '#platform/common/validation/validation.ts';

export const maxSteps = 5;
const severity = z.enum(severities);
const whole = (from: number, to: number) =>
  z.number('enterANumber').int().min(from, 'outOfRange').max(to, 'outOfRange');

const step = z
  .object({
    /** Minutes from the alarm. */
    afterMinutes: whole(1, 1440),
    users: z.array(id()).max(100, 'tooLong'),
    /** Notification groups of the same app, whose members are notified. */
    groups: z.array(id()).max(20, 'tooLong'),
    methods: z.array(z.enum(personMethods)).min(1, 'Required').max(personMethods.length, 'tooLong'),
  })
  .refine(({ users, groups }) => users.length + groups.length > 0, { path: ['users'], message: 'Required' });

export const notificationSettings = z.object({
  /** Method → the lowest severity that it notifies of. */
  lowest: z.partialRecord(z.enum(notificationMethods), severity),
  /** Hours, in the time zone of the person's company, in which alarms below the severity `exempt` are held; null without. */
  quiet: z.object({ week: weekSchedule.shape.week, exempt: severity }).nullable(),
  /** The further people who are notified while an alarm is open and not acknowledged. */
  escalation: z.array(step).max(maxSteps, 'tooLong'),
  /** Reminders of the members while an alarm is open and not acknowledged; null without. */
  repeat: z.object({ everyMinutes: whole(5, 240), times: whole(1, 5) }).nullable(),
  /** Whether the people who were notified of an alarm are notified when its condition clears. */
  onClear: z.boolean(),
});
export type GroupNotificationSettings = z.infer<typeof notificationSettings>;

type Step = GroupNotificationSettings['escalation'][number];
/** A step as it is stored: when it is due is in seconds. */
export type StoredStep = Omit<Step, 'afterMinutes'> & { afterSeconds: number };

export const storedStep = ({ afterMinutes, ...step }: Step): StoredStep => ({
  ...step,
  afterSeconds: afterMinutes * 60,
});
export const shownStep = ({ afterSeconds, ...step }: StoredStep): Step => ({
  ...step,
  afterMinutes: Math.ceil(afterSeconds / 60),
});

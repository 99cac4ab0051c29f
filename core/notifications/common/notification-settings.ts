import { z } from 'zod';
import { notificationMethods, personMethods } from '#core/alarms/common/alarm-notification.ts';
import { severities } from '#core/alarms/common/severity.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { id } from '#platform/common/validation/validation.ts';

export const maxSteps = 5;
const severity = z.enum(severities);
const whole = (from: number, to: number) =>
  z.number('enterANumber').int().min(from, 'outOfRange').max(to, 'outOfRange');

export const leastStepSeconds = 10;
export const mostStepSeconds = 86_400;
const recipients = z.object({
  users: z.array(id()).max(100, 'tooLong'),
  /** Notification groups of the same app, whose members are notified. */
  groups: z.array(id()).max(20, 'tooLong'),
  methods: z.array(z.enum(personMethods)).min(1, 'Required').max(personMethods.length, 'tooLong'),
});
/** When a step is due after the alarm: in seconds, or in minutes by clients that do not know seconds. */
const step = recipients
  .extend({
    afterSeconds: whole(leastStepSeconds, mostStepSeconds).optional(),
    afterMinutes: whole(1, mostStepSeconds / 60).optional(),
  })
  .refine(({ users, groups }) => users.length + groups.length > 0, { path: ['users'], message: 'Required' })
  .refine(({ afterSeconds, afterMinutes }) => afterSeconds !== undefined || afterMinutes !== undefined, {
    path: ['afterSeconds'],
    message: 'Required',
  });
type StepTime = Pick<z.infer<typeof step>, 'afterSeconds' | 'afterMinutes'>;

const minutesOf = (seconds: number): number => Math.ceil(seconds / 60);

/** A client that does not know seconds changes the minutes, and returns the seconds as they were. */
export const stepSeconds = ({ afterSeconds, afterMinutes }: StepTime): number =>
  afterSeconds !== undefined && (afterMinutes === undefined || afterMinutes === minutesOf(afterSeconds))
    ? afterSeconds
    : (afterMinutes ?? 0) * 60;

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
/** A step as it is stored. */
export type StoredStep = Omit<Step, 'afterMinutes' | 'afterSeconds'> & { afterSeconds: number };

export const storedStep = ({ afterMinutes, ...step }: Step): StoredStep => ({
  ...step,
  afterSeconds: stepSeconds({ ...step, afterMinutes }),
});
/** The step with its time in minutes too, rounded up. */
export const shownStep = (step: StoredStep) => ({ ...step, afterMinutes: minutesOf(step.afterSeconds) });

/** The settings as replies have them. */
export const shownNotificationSettings = notificationSettings.extend({
  escalation: z.array(recipients.extend({ afterSeconds: z.number(), afterMinutes: z.number() })),
});

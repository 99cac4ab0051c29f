import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import type { Repeats } from '#platform/common/time/next-due.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** Further reports that mail plans of the app may send; a slice that listens to `mail-plan.due` produces them. */
    mailReports?: readonly string[];
  }
}

export const frequencies = ['daily', 'weekly', 'monthly'] as const;
/** A day of the week as in `Date.getDay()`: Sunday is 0. */
const weekDay = z.number('enterANumber').int().min(0, 'outOfRange').max(6, 'outOfRange');

/** A plan for mails with the alarms or another report of an app: schedule, recipients and selection. */
const fields = z.object({
  name: requiredText(120),
  /** `alarms`, or a report that the app names under `mailReports`. */
  report: requiredText(60),
  /** The app of the alarms. */
  app: requiredText(60),
  frequency: z.enum(frequencies),
  /** Wall-clock time in the company's time zone. */
  time: z.string('Required').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalidTime'),
  /** For a weekly plan. */
  weekDays: z.array(weekDay).max(7, 'tooLong'),
  /** For a monthly plan; the last day in shorter months. */
  dayOfMonth: z.number('enterANumber').int().min(1, 'outOfRange').max(31, 'outOfRange'),
  resources: z.array(z.union([z.literal('*'), id()])).max(5000, 'tooLong'),
  /** Empty for all kinds. */
  kinds: z.array(z.string().max(60, 'tooLong')).max(200, 'tooLong'),
  severities: z.array(z.enum(severities)),
  users: z.array(id()).max(1000, 'tooLong'),
  active: z.boolean(),
});
export type MailPlanFields = z.infer<typeof fields>;
export const mailPlanFields = fields;

/** The schedule of a plan without the time zone. */
export type MailTime = Pick<MailPlanFields, 'frequency' | 'time' | 'weekDays' | 'dayOfMonth'>;

export const repeatsOf = ({ frequency, time, weekDays, dayOfMonth }: MailTime): Repeats => ({
  frequency,
  times: [time],
  weekDays,
  dayOfMonth,
});

const row = fields.extend({
  id: z.number(),
  companyId: z.number(),
  users: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Null while it is not active. */
  nextAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  createdAt: z.string(),
});
export type MailPlan = z.infer<typeof row>;

const list = {
  search: ['name'],
  filter: ['app', 'active', 'frequency'],
  sort: ['name', 'nextAt', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;
export const mailPlanList = list;

const canDoWithMailPlans = (action: string) => canDo('job-scheduling.notification', action);
const mailPlansPath = '/notification-scheduler';
const mailPlanPath = `${mailPlansPath}/{id}` as const;

export const mailPlanRoutes = {
  list: route.list(mailPlansPath, { access: canDoWithMailPlans('read'), reply: row, list }),
  create: route.post(mailPlansPath, {
    access: canDoWithMailPlans('create'),
    body: fields.partial({
      weekDays: true,
      dayOfMonth: true,
      resources: true,
      kinds: true,
      severities: true,
      users: true,
      active: true,
      report: true,
    }),
    reply: row,
  }),
  history: historyRoute('job-scheduling.notification', mailPlanPath),
  update: route.patch(mailPlanPath, {
    access: canDoWithMailPlans('update'),
    body: fields.omit({ app: true }).partial(),
    reply: row,
  }),
  remove: route.delete(mailPlanPath, { access: canDoWithMailPlans('delete') }),
  /** Sends the mail at once, in addition to the schedule. */
  send: route.post(`${mailPlanPath}/send`, {
    access: canDoWithMailPlans('send'),
    reply: z.object({ recipients: z.number() }),
    status: 200,
    limitPerMinute: 6,
  }),
};

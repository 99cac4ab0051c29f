import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import { limit } from '#core/alarms/common/limit.ts';
import { monthSeconds, seconds, trigger } from '#core/alarms/common/trigger.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { id, instant, numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { condition, isInstant, number } from './condition.ts';

export const maxLevels = 3;
/** A severity with the condition that raises the alarm to it. */
export const level = z
  .object({ severity: z.enum(severities), condition, trigger })
  .refine((one) => one.trigger.type !== 'duration' || !isInstant(one.condition), {
    path: ['trigger'],
    message: 'stepHasNoDuration',
  });
export type Level = z.infer<typeof level>;

/** When an alarm falls: a time without a level of its severity, or a time without any hit. */
const clear = z.object({
  forSeconds: seconds(0, 86_400),
  afterQuietSeconds: seconds(60, monthSeconds).nullish(),
});

export const maxActions = 3;
/** A command that a rule sends when it raises an alarm; its app declares that the method is automatic. */
const action = z.object({
  /** The device of the alarm, the devices that act for it, or one by its id. */
  device: z.union([z.literal('self'), z.literal('linked'), id()]),
  method: requiredText(60),
  params: z.record(z.string().max(60, 'tooLong'), z.union([number(), z.boolean(), z.string().max(120, 'tooLong')])),
});
export type RuleAction = z.infer<typeof action>;

const bothLanguages = (max: number) =>
  z.object({ en: z.string().trim().max(max, 'tooLong'), ar: z.string().trim().max(max, 'tooLong') });

/**
 * A rule applies to the devices of a company, of a solution, of a template, in a structure, or to one device. Among
 * several rules of one kind the narrowest applies.
 */
export const ruleFields = z.object({
  name: requiredText(80),
  /** The name in both languages, if its template has both; a rule that a person names has one. */
  titles: bothLanguages(80).nullable(),
  /** A kind of the manifest, or `custom`. */
  kind: requiredText(60),
  /** The name of the alarms of a custom rule. */
  names: bothLanguages(80)
    .refine(({ en, ar }) => en !== '' || ar !== '', 'Required')
    .nullable(),
  solutionId: id().nullable(),
  structureId: id().nullable(),
  deviceId: id().nullable(),
  levels: z
    .array(level)
    .min(1, 'Required')
    .max(maxLevels, 'tooLong')
    .refine((all) => new Set(all.map(({ severity }) => severity)).size === all.length, 'sameSeverity'),
  clear,
  /** The schedule of the company that the rule follows; null for a rule with its own hours or without any. */
  scheduleId: id().nullable(),
  /** The hours of the rule. Outside of them it raises no alarm. */
  schedule: weekSchedule.nullable(),
  actions: z.array(action).max(maxActions, 'tooLong'),
  /** The message in mails and in the alarm; `{device}`, `{value}`, `{limit}` and `{place}` are filled in. */
  message: bothLanguages(300).nullable(),
  /** What a person should do; without it the texts of the app advise by kind. */
  guidance: bothLanguages(500).nullable(),
  enabled: z.boolean(),
});
export type RuleFields = z.infer<typeof ruleFields>;

/** The stored columns of a rule that calls return. */
export const storedRule = ruleFields.extend({
  id: z.number().int(),
  companyId: z.number().int(),
  app: z.string(),
  class: z.string(),
  /** The version of the template to whose devices the rule applies; such a rule changes only with its template. */
  templateVersionId: z.number().int().nullable(),
  createdAt: instant(),
});

const named = z.object({ id: z.number(), name: z.string() });
export const ruleRow = storedRule.extend({
  structure: named.nullable(),
  device: named.extend({ solutionId: z.number() }).nullable(),
  /** The number of open alarms that the rule has raised. */
  openAlarms: z.number(),
});
export type RuleRow = z.infer<typeof ruleRow>;

/** A rule as workers evaluate it. Built-in rules have no company. */
export type Rule = Omit<RuleFields, 'name' | 'titles' | 'enabled' | 'guidance'> & {
  id: number;
  companyId: number | null;
  app: string;
  class: string;
  hardwareId: number | null;
  templateVersionId: number | null;
  /** The names of the geofences that devices must not be outside of, which their states do not have. */
  geofenceNames?: Readonly<Record<number, string>> | null;
};

export const ruleList = {
  search: ['name'],
  filter: ['kind', 'class', 'enabled', 'solutionId', 'structureId', 'deviceId'],
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

const maxReplayDays = 31;
const replayBody = ruleFields
  .pick({ levels: true, clear: true, scheduleId: true, schedule: true })
  .partial({ clear: true, scheduleId: true, schedule: true })
  .extend({ deviceId: id(), from: instant(), to: instant() })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], message: 'toAfterFrom' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= maxReplayDays * 86_400_000, {
    path: ['to'],
    message: 'daysCount',
  });
export type ReplayBody = z.infer<typeof replayBody>;

const replay = z.object({
  /** The newest 1000 alarms that the rule would have raised; one that is still active ends with the period. */
  alarms: z.array(z.object({ from: z.string(), to: z.string(), severity: z.enum(severities) })),
  /** The number of all alarms. */
  count: z.number(),
  /** The share of the period with values that are not stale, from 0 to 1. */
  coverage: numberWithin(0, 1),
});
export type Replay = z.infer<typeof replay>;

export const deviceLimit = limit.extend({ sensor: z.string(), severity: z.enum(severities) });
export type DeviceLimit = z.infer<typeof deviceLimit>;

/** The calls for the alarm rules of an app, mounted in its manifest. */
export function ruleRoutes(app: string) {
  const canDoWithRules = (action: string) => canDo(`${app}.rule`, action);
  return {
    list: route.list('/rule', { access: canDoWithRules('read'), reply: ruleRow, list: ruleList }),
    create: route.post('/rule', {
      access: canDoWithRules('create'),
      body: ruleFields.partial({
        titles: true,
        names: true,
        solutionId: true,
        structureId: true,
        deviceId: true,
        clear: true,
        scheduleId: true,
        schedule: true,
        actions: true,
        message: true,
        guidance: true,
        enabled: true,
      }),
      reply: ruleRow,
    }),
    /** Replays a rule over the data that a device reported in the period. Refused with 422 without data. */
    test: route.post('/rule/test', {
      access: { ...canDoWithRules('test'), ceiling: 'Operator' },
      body: replayBody,
      reply: replay,
      status: 200,
      limitPerMinute: 60,
    }),
    history: historyRoute(`${app}.rule`, '/rule/{id}'),
    get: route.get('/rule/{id}', { access: canDoWithRules('read'), reply: ruleRow }),
    update: route.patch('/rule/{id}', {
      access: canDoWithRules('update'),
      body: ruleFields.partial(),
      reply: ruleRow,
    }),
    remove: route.delete('/rule/{id}', { access: canDoWithRules('delete') }),
    /** The rules that apply to a device, enabled or not. */
    ofDevice: route.list('/device/{id}/rule', { access: canDoWithRules('read'), reply: ruleRow, list: {} }),
    /** The rules that may send commands to a device: its own, those of linked devices, and those that name it. */
    acting: route.list('/device/{id}/acting-rule', { access: canDoWithRules('read'), reply: ruleRow, list: {} }),
    /** The limits of the rules that apply to a device, one for each predicate with a constant limit. */
    limits: route.get('/device/{id}/limit', {
      access: canDo(`${app}.device`, 'read'),
      reply: z.array(deviceLimit),
    }),
  };
}

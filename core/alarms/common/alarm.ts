import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { bodyOf, optionalComment } from './action-body.ts';
import { actionRoutes } from './action-routes.ts';
import { alarmInfo, alarmMetadata } from './alarm-info.ts';
import { alarmNotification } from './alarm-notification.ts';
import { limit } from './limit.ts';
import type { AlarmClass } from './manifest.ts';
import { alarmParty, deskOfAlarm, ownParty } from './party.ts';
import { severities } from './severity.ts';
import { abilityFor } from './standard-actions.ts';
import { trigger } from './trigger.ts';

export { severities };
export const conditions = ['active', 'cleared'] as const;
export const dispositions = ['open', 'escalated', 'terminated', 'rejected'] as const;
export type Disposition = (typeof dispositions)[number];

/** The permission entity of an alarm class. */
export const alarmEntity = (name: string): string => `${name}-alarm`;

const person = z.object({ id: z.number(), name: z.string() });

export const alarmRow = z.object({
  id: z.number(),
  /** The company as which the caller sees it. */
  companyId: z.number(),
  app: z.string(),
  class: z.string(),
  /** Declared in the manifest. The locales have a text under `alarms.<kind>`. */
  kind: z.string(),
  severity: z.enum(severities),
  /** 1 to 9, 1 is the most urgent. */
  rank: z.number(),
  condition: z.enum(conditions),
  /** By the company for which the caller acts. */
  acknowledged: z.boolean(),
  acknowledgedBy: person.nullable(),
  disposition: z.enum(dispositions),
  escalatedTo: person.nullable(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  clearedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  /** Whether the alarm was closed without a person: its condition cleared or its device was removed. */
  closedBySystem: z.boolean(),
  /** The subject: a device, or a type that the app's manifest declares under `alarmSubjects`. */
  subject: z.object({ type: z.string(), id: z.number(), name: z.string() }),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }).nullable(),
  structure: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The sensor and value of the last hit. */
  sensor: z.string().nullable(),
  value: z.number().nullable(),
  /** The limit that this value crossed. */
  limit: limit.nullable(),
  /** The rule that raised the alarm; null for other sources and deleted rules. */
  rule: person.extend({ titles: z.object({ en: z.string(), ar: z.string() }).nullable() }).nullable(),
  /** What the action that closed it stated, by the keys of its body. */
  outcome: z.record(z.string(), z.json()).nullable(),
  /** The name of the alarms of a custom rule. */
  names: z.object({ en: z.string(), ar: z.string() }).nullable(),
  /** Which of its companies has to act; null if it has one only. */
  desk: deskOfAlarm.nullable(),
  /** What the caller's company may know, if it is not that of the alarm. */
  party: ownParty.nullable(),
  /** The actions that the alarm's state allows. */
  actions: z.array(z.string()),
});
export type Alarm = z.infer<typeof alarmRow>;

export const alarmEvent = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  actor: person.nullable(),
  /** Somebody of another company than the caller's caused it, who is not named. */
  foreign: z.boolean(),
  /** Who impersonated that person. */
  impersonatedBy: z.string().nullable(),
  /** The company of the person, if the person acted for a client. */
  actedFor: z.object({ company: z.string(), client: z.string() }).nullable(),
  text: z.string().nullable(),
  /** Only the caller's company reads it. */
  internal: z.boolean(),
  data: z.record(z.string(), z.json()),
  files: z.array(z.object({ id: z.number(), name: z.string(), mediaType: z.string(), size: z.number() })),
});
export type AlarmEvent = z.infer<typeof alarmEvent>;

export const alarmDetail = alarmRow.extend({
  events: z.array(alarmEvent),
  /** The rule's message in the language of the caller, with its values filled in. */
  message: z.string().nullable(),
  /** What a person should do, in the language of the caller. */
  guidance: z.string().nullable(),
  /** When the condition of the rule counts, for the severity of the alarm. */
  trigger: trigger.nullable(),
  /** The floor of the device. */
  floor: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Its further companies, for the owner. */
  parties: z.array(alarmParty),
});
export type AlarmDetail = z.infer<typeof alarmDetail>;

export const alarmList = {
  search: ['device', 'kind'],
  filter: [
    'class',
    'severity',
    'condition',
    'disposition',
    'kind',
    'structureId',
    'deviceId',
    'subjectType',
    'subjectId',
    'solutionId',
    'acknowledged',
    'lastAt',
    'firstAt',
    // The time of day of `lastAt` (HH:mm) in the time zone of the caller's company.
    'timeOfDay',
    // What the closing action stated: `outcome=verdict:genuine`.
    'outcome',
    'rank',
    // `mine`: the caller's companies have to act; `others`.
    'desk',
  ],
  // `attention`: unacknowledged before acknowledged, then by rank, by severity and by `firstAt`.
  // `urgency`: by rank, unacknowledged before acknowledged, the oldest first.
  sort: ['attention', 'urgency', 'lastAt', 'firstAt', 'severity', 'count', 'id'],
  defaultSort: ['attention', 'desc'],
} as const satisfies ListSpec;
/** For a class whose alarms are a queue. */
const queuedAlarmList = { ...alarmList, defaultSort: ['urgency', 'asc'] } as const satisfies ListSpec;
export const closedAlarmList = { ...alarmList, defaultSort: ['lastAt', 'desc'] } as const satisfies ListSpec;

const detailReply = { reply: alarmDetail, status: 200 } as const;
export const acknowledgement = {
  body: z.object({ ids: z.array(id()).min(1, 'Required').max(500, 'tooLong') }).extend(optionalComment.shape),
  reply: z.array(
    z.object({
      id: z.number(),
      refused: z.string().nullable(),
      /** Who has acknowledged or closed it before, for `already-taken`. */
      taken: z.object({ by: z.string(), at: z.string() }).optional(),
    }),
  ),
  status: 200,
  idempotent: true,
} as const;

function allRoutes(app: string, name: string, spec: AlarmClass) {
  const canDoWithAlarms = (action: string) => canDo(`${app}.${alarmEntity(name)}`, action);
  // Only the parameters matter for the type, not the collection.
  const path = spec.path as '/alarm';
  return {
    live: route.list(path, {
      access: canDoWithAlarms('read'),
      tokens: true,
      reply: alarmRow,
      list: spec.queue ? queuedAlarmList : alarmList,
    }),
    history: route.list(`${path}/history`, {
      access: canDoWithAlarms('read'),
      tokens: true,
      reply: alarmRow,
      list: closedAlarmList,
    }),
    get: route.get(`${path}/{id}`, { access: canDoWithAlarms('read'), reply: alarmDetail }),
    file: route.get(`${path}/{id}/file/{fileId}`, { access: canDoWithAlarms('read'), reply: z.unknown(), raw: true }),
    /** The people who were notified of the alarm, those who were not, and why. */
    notifications: route.get(`${path}/{id}/notification`, {
      access: canDoWithAlarms('read'),
      reply: z.array(alarmNotification),
    }),
    /** Acknowledges several alarms. The reply has a result for each. */
    acknowledgeMany: route.post(`${path}/acknowledge`, {
      access: canDoWithAlarms('acknowledge'),
      ...acknowledgement,
    }),
    ...actionRoutes(path, {
      access: (action) => canDoWithAlarms(abilityFor(spec.actions, action)),
      of: spec,
      detail: alarmDetail,
    }),
    /** What a page can filter the alarms of the class by, and what their actions take. */
    params: route.get(`${path}/params`, { access: canDoWithAlarms('read'), reply: alarmMetadata }),
    info: route.get('/alarm/info', { access: canDoWithAlarms('read'), reply: alarmInfo }),
  };
}

type AllRoutes = ReturnType<typeof allRoutes>;
type Escalation = 'escalateUser' | 'responders' | 'info';
/** The routes of a class with these actions. */
type RoutesFor<Action extends string> = Omit<
  AllRoutes,
  | ('reject' extends Action ? never : 'reject')
  | ('take-over' extends Action ? never : 'takeOver')
  | ('escalate-user' extends Action ? never : Escalation)
>;

type ActionOf<Class extends AlarmClass> = Extract<keyof Class['actions'], string>;

/** The calls for an alarm class of an app, mounted in its manifest. */
export function alarmRoutes<const Class extends AlarmClass>(
  app: string,
  name: string,
  spec: Class,
): RoutesFor<ActionOf<Class>> {
  const { reject, takeOver, escalateUser, responders, info, ...routes } = allRoutes(app, name, spec);
  return {
    ...routes,
    ...('reject' in spec.actions ? { reject } : {}),
    ...('take-over' in spec.actions ? { takeOver } : {}),
    ...('escalate-user' in spec.actions ? { escalateUser, responders, info } : {}),
  } as RoutesFor<ActionOf<Class>>;
}

/** The route of an app's own action on alarms of a class: `/alarm/intrusion/{id}/escalate-police`. */
export function alarmActionRoute<const Action extends string>(
  app: string,
  name: string,
  spec: AlarmClass,
  action: Action,
) {
  return route.post(`${spec.path as '/alarm'}/{id}/${action as 'action'}`, {
    ...detailReply,
    access: canDo(`${app}.${alarmEntity(name)}`, abilityFor(spec.actions, action)),
    body: bodyOf(spec.actions[action]),
  });
}

export type AlarmRoutes = AllRoutes;

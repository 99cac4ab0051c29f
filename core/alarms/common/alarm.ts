import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredLines } from '#platform/common/validation.ts';
import type { AlarmClass } from './manifest.ts';

/** From best to worst; `problem` is the highest. */
export const severities = ['good', 'ok', 'poor', 'problem'] as const;
export const conditions = ['active', 'cleared'] as const;
export const dispositions = ['open', 'escalated', 'terminated', 'rejected'] as const;
export type Disposition = (typeof dispositions)[number];

const standardActions = ['acknowledge', 'comment', 'terminate', 'reject', 'escalate-user'] as const;

/** The classes that every app with devices has. Source: decisions.md, "Alarms". */
export const alarmClasses = {
  operational: {
    path: '/alarm/operational',
    page: 'alarms/operational',
    historyPage: 'alarms/operational-history',
    actions: standardActions,
  },
  status: {
    path: '/alarm/status',
    page: 'alarms/status',
    historyPage: 'alarms/status-history',
    actions: ['acknowledge', 'comment', 'terminate'],
  },
} as const satisfies Record<string, AlarmClass>;

/** The ability that an action takes: one of the app's own takes the ability of its name. */
export const abilityFor = (action: string): string => (action === 'escalate-user' ? 'escalate' : action);

/** The entity of permissions and abilities of a class of alarms. */
export const alarmEntity = (name: string): string => `${name}-alarm`;

const person = z.object({ id: z.number(), name: z.string() });

export const alarmRow = z.object({
  id: z.number(),
  companyId: z.number(),
  app: z.string(),
  class: z.string(),
  /** Named by the manifest; both locales explain it under `alarms.<kind>`. */
  kind: z.string(),
  severity: z.enum(severities),
  condition: z.enum(conditions),
  acknowledged: z.boolean(),
  acknowledgedBy: person.nullable(),
  disposition: z.enum(dispositions),
  escalatedTo: person.nullable(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  clearedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  /** What it is about: a device, or a kind of thing that the app's manifest names under `alarmSubjects`. */
  subject: z.object({ type: z.string(), id: z.number(), name: z.string() }),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }).nullable(),
  structure: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** What was measured when it was last hit. */
  sensor: z.string().nullable(),
  value: z.number().nullable(),
  /** What may be done now, as far as the alarm's state is concerned. */
  actions: z.array(z.string()),
});
export type Alarm = z.infer<typeof alarmRow>;

export const alarmEvent = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  actor: person.nullable(),
  /** Who worked in a session as that person. */
  impersonatedBy: z.string().nullable(),
  /** The company whose person did it for another one. */
  actedFor: z.object({ company: z.string(), client: z.string() }).nullable(),
  text: z.string().nullable(),
  data: z.record(z.string(), z.json()),
});
export type AlarmEvent = z.infer<typeof alarmEvent>;

export const alarmDetail = alarmRow.extend({ events: z.array(alarmEvent) });
export type AlarmDetail = z.infer<typeof alarmDetail>;

export const alarmList = {
  search: ['device', 'kind'],
  filter: [
    'severity',
    'condition',
    'disposition',
    'kind',
    'structureId',
    'deviceId',
    'solutionId',
    'acknowledged',
    'lastAt',
    'firstAt',
    // Of `lastAt`, HH:mm, where the caller's company is.
    'timeOfDay',
  ],
  sort: ['lastAt', 'firstAt', 'severity', 'count', 'id'],
  defaultSort: ['lastAt', 'desc'],
} as const satisfies ListSpec;

const named = z.object({ id: z.number(), name: z.string() });
export const alarmInfo = z.object({
  operationalStatuses: z.array(z.string()),
  statuses: z.array(z.string()),
  solutions: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      deviceTypes: z.array(z.object({ type: z.string(), alarms: z.array(z.string()) })),
    }),
  ),
  assets: z.record(z.string(), z.array(named)),
  structures: z.array(named),
});

const text = z.object({ comment: requiredLines(2000) });
const optionalText = z.object({ comment: z.string().trim().max(2000, 'tooLong').optional() });

const answered = { reply: alarmDetail, status: 200 } as const;

function allRoutes(app: string, name: string, spec: AlarmClass) {
  const may = (action: string) => canDo(`${app}.${alarmEntity(name)}`, action);
  // Typed by the braces that follow it; which collection it is changes nothing of them.
  const path = spec.path as '/alarm';
  return {
    live: route.list(path, { access: may('read'), reply: alarmRow, list: alarmList }),
    history: route.list(`${path}/history`, { access: may('read'), reply: alarmRow, list: alarmList }),
    get: route.get(`${path}/{id}`, { access: may('read'), reply: alarmDetail }),
    acknowledge: route.post(`${path}/{id}/acknowledge`, {
      ...answered,
      access: may('acknowledge'),
      body: optionalText,
    }),
    /** Several at once; each is told for itself what became of it. */
    acknowledgeMany: route.post(`${path}/acknowledge`, {
      access: may('acknowledge'),
      body: z.object({ ids: z.array(id()).min(1, 'Required').max(500, 'tooLong') }).extend(optionalText.shape),
      reply: z.array(z.object({ id: z.number(), refused: z.string().nullable() })),
      status: 200,
    }),
    comment: route.post(`${path}/{id}/comment`, { access: may('comment'), body: text, reply: alarmDetail }),
    terminate: route.post(`${path}/{id}/terminate`, { ...answered, access: may('terminate'), body: optionalText }),
    reject: route.post(`${path}/{id}/reject`, { ...answered, access: may('reject'), body: text }),
    escalateUser: route.post(`${path}/{id}/escalate-user`, {
      ...answered,
      access: may(abilityFor('escalate-user')),
      body: z.object({
        userId: z.number('Required').int().positive('pleaseInputIDRight'),
        comment: z.string().trim().max(2000, 'tooLong').optional(),
      }),
    }),
    /** Who an alarm may be escalated to. */
    responders: route.list(`${path}/responders`, { access: may('escalate'), reply: named, list: { search: ['name'] } }),
    info: route.get('/alarm/info', { access: may('read'), reply: alarmInfo }),
  };
}

type AllRoutes = ReturnType<typeof allRoutes>;
type Escalation = 'escalateUser' | 'responders' | 'info';
/** The routes of a class that allows these actions. */
type RoutesFor<Action extends string> = Omit<
  AllRoutes,
  ('reject' extends Action ? never : 'reject') | ('escalate-user' extends Action ? never : Escalation)
>;

/** The calls on one class of alarms of an app, as its manifest mounts them. */
export function alarmRoutes<const Class extends AlarmClass>(
  app: string,
  name: string,
  spec: Class,
): RoutesFor<Class['actions'][number]> {
  const { reject, escalateUser, responders, info, ...routes } = allRoutes(app, name, spec);
  return {
    ...routes,
    ...(spec.actions.includes('reject') ? { reject } : {}),
    ...(spec.actions.includes('escalate-user') ? { escalateUser, responders, info } : {}),
  } as RoutesFor<Class['actions'][number]>;
}

/** A further action of an app on alarms of a class, with a comment: `/alarm/intrusion/{id}/escalate-police`. */
export function alarmActionRoute<const Action extends string>(
  app: string,
  name: string,
  spec: AlarmClass,
  action: Action,
) {
  return route.post(`${spec.path as '/alarm'}/{id}/${action as 'action'}`, {
    ...answered,
    access: canDo(`${app}.${alarmEntity(name)}`, action),
    body: optionalText,
  });
}

export type AlarmRoutes = AllRoutes;

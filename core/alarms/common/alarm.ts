import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { requiredText } from '#platform/common/validation.ts';

/** From best to worst; `problem` is the highest. */
export const severities = ['good', 'ok', 'poor', 'problem'] as const;
export const alarmClasses = ['operational', 'status'] as const;
export type AlarmClass = (typeof alarmClasses)[number];
export const conditions = ['active', 'cleared'] as const;
export const dispositions = ['open', 'escalated', 'terminated', 'rejected'] as const;
export type Disposition = (typeof dispositions)[number];

export const alarmActions = ['acknowledge', 'comment', 'terminate', 'reject', 'escalate-user'] as const;
export type AlarmAction = (typeof alarmActions)[number];
/** The ability that each of them takes. */
export const abilityFor = {
  acknowledge: 'acknowledge',
  comment: 'comment',
  terminate: 'terminate',
  reject: 'reject',
  'escalate-user': 'escalate',
} as const satisfies Record<AlarmAction, string>;

const person = z.object({ id: z.number(), name: z.string() });

export const alarmRow = z.object({
  id: z.number(),
  companyId: z.number(),
  app: z.string(),
  class: z.enum(alarmClasses),
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
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }),
  structure: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** What was measured when it was last hit. */
  sensor: z.string().nullable(),
  value: z.number().nullable(),
  /** What may be done now, as far as the alarm's state is concerned. */
  actions: z.array(z.enum(alarmActions)),
});
export type Alarm = z.infer<typeof alarmRow>;

export const alarmEvent = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  actor: person.nullable(),
  /** Who worked in a session as that person. */
  openedBy: z.string().nullable(),
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

const text = z.object({ comment: requiredText(2000) });
const optionalText = z.object({ comment: z.string().trim().max(2000, 'tooLong').optional() });

function handling<Class extends AlarmClass>(app: string, kind: Class) {
  const may = (action: string) => canDo(`${app}.${kind}-alarm`, action);
  const path = `/alarm/${kind}` as const;
  return {
    live: route.list(path, { access: may('read'), reply: alarmRow, list: alarmList }),
    history: route.list(`${path}/history`, { access: may('read'), reply: alarmRow, list: alarmList }),
    get: route.get(`${path}/{id}`, { access: may('read'), reply: alarmDetail }),
    acknowledge: route.post(`${path}/{id}/acknowledge`, {
      access: may('acknowledge'),
      body: optionalText,
      reply: alarmDetail,
      status: 200,
    }),
    comment: route.post(`${path}/{id}/comment`, { access: may('comment'), body: text, reply: alarmDetail }),
    terminate: route.post(`${path}/{id}/terminate`, {
      access: may('terminate'),
      body: optionalText,
      reply: alarmDetail,
      status: 200,
    }),
  };
}

/** The operational alarms of an app, mounted by its manifest. */
export function operationalAlarmRoutes(app: string) {
  const may = (action: string) => canDo(`${app}.operational-alarm`, action);
  return {
    ...handling(app, 'operational'),
    reject: route.post('/alarm/operational/{id}/reject', {
      access: may('reject'),
      body: text,
      reply: alarmDetail,
      status: 200,
    }),
    escalateUser: route.post('/alarm/operational/{id}/escalate-user', {
      access: may(abilityFor['escalate-user']),
      body: z.object({
        userId: z.number('Required').int().positive('pleaseInputIDRight'),
        comment: z.string().trim().max(2000, 'tooLong').optional(),
      }),
      reply: alarmDetail,
      status: 200,
    }),
    /** Who an alarm may be escalated to. */
    responders: route.list('/alarm/operational/responders', {
      access: may('escalate'),
      reply: named,
      list: { search: ['name'] },
    }),
    info: route.get('/alarm/info', { access: may('read'), reply: alarmInfo }),
  };
}

/** The status alarms of an app, mounted by its manifest. */
export const statusAlarmRoutes = (app: string) => handling(app, 'status');

import { findActivePeople, personNameOf } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type DomainEvents, emit } from '#platform/server/domain-events.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { actionRoutes } from '../../common/action-routes.ts';
import type { AlarmRoutes } from '../../common/alarm.ts';
import type { AllAlarmRoutes, deskRoutes } from '../../common/alarm-lists.ts';
import { marksOf } from '../../common/marks.ts';
import {
  type ActionContext,
  type ActionResult,
  acknowledgeMany,
  alarmAction,
  nowIso,
} from '../lifecycle/alarm-actions.ts';
import { sendAlarmFile } from '../lifecycle/alarm-files.ts';
import { escalateTo } from '../lifecycle/escalation.ts';
import { classSpec } from '../lifecycle/lifecycle.ts';
import { actingSideOf, type ClassMount, type LockedAlarm } from '../lifecycle/locked-alarm.ts';
import { readAlarmInfo } from './alarm-info.ts';
import { readMetadata } from './alarm-metadata.ts';
import { type AlarmMount, listAlarms, readAlarmDetail, visibleAlarm } from './read-alarms.ts';

/** Serves `alarmActionRoute`: an app's own action on the alarms of a class. */
export const alarmActionHandler = (
  { id: app }: AppManifest,
  name: string,
  actionName: string,
  perform: (context: ActionContext, alarm: LockedAlarm) => Promise<ActionResult> | ActionResult,
) => alarmAction({ app, classes: [name] }, actionName, perform);

/** The calls that serve one class or several. */
const readHandlers = (mount: AlarmMount): Handlers<typeof deskRoutes> => ({
  live: (context) => listAlarms(context, mount, false),
  history: (context) => listAlarms(context, mount, true),
  get: (context) => visibleAlarm(context, mount),
  file: (context) => sendAlarmFile(context, mount),
  async notifications(context) {
    const { id } = await visibleAlarm(context, mount);
    const asked: DomainEvents['alarm.notifications'] = { alarmId: id, notifications: [] };
    await emit(context, 'alarm.notifications', asked);
    return [...asked.notifications];
  },
  acknowledgeMany: (context) => acknowledgeMany(context, mount),
});

/** Whether the class of the alarm has the mark, for the company as which the caller acts. */
const mayMark = (context: Pick<ActionContext, 'kit' | 'actor'>, alarm: LockedAlarm, mark: string): boolean =>
  marksOf(classSpec(context.kit.apps, alarm), actingSideOf(context, alarm).role).includes(mark);

/** The standard actions on alarms. */
function actionHandlers(mount: ClassMount): Handlers<ReturnType<typeof actionRoutes>> {
  return {
    acknowledge: alarmAction(mount, 'acknowledge', ({ actor }) => ({
      set: { acknowledgedAt: nowIso(), acknowledgedBy: actor.session.user.id },
    })),
    takeOver: alarmAction(mount, 'take-over', async ({ tx, actor }, { acknowledgedBy, disposition }) => {
      const me = actor.session.user.id;
      // Somebody who no longer exists had acknowledged it.
      if (acknowledgedBy === null) throw refuse(409, 'alarm-action-not-allowed', { action: 'take-over', disposition });
      const from = { id: acknowledgedBy, name: await personNameOf(tx, acknowledgedBy) };
      return { set: { acknowledgedAt: nowIso(), acknowledgedBy: me }, data: { from } };
    }),
    comment: (context) => {
      const { mark, audience, files = [] } = context.body;
      return alarmAction(mount, 'comment', (acting, alarm) => {
        if (mark && !mayMark(acting, alarm, mark)) throw invalid('mark', 'invalid');
        return { files, internal: audience === 'company', ...(mark ? { data: { mark } } : {}) };
      })(context);
    },
    terminate: alarmAction(mount, 'terminate', () => ({})),
    reject: alarmAction(mount, 'reject', () => ({})),
    escalateUser: (context) =>
      alarmAction(mount, 'escalate-user', async (inner, alarm) => {
        const to = await escalateTo(
          inner.tx,
          inner.kit,
          await readAlarmDetail(context, alarm.id),
          context.body.userId,
          inner.actor,
          inner.body.comment,
        );
        return { set: { disposition: 'escalated', escalatedTo: to.id }, data: { to } };
      })(context),
    responders: ({ tx, list, actor }) => findActivePeople(tx, actor.scope, list),
  };
}

/** Serves `allAlarmRoutes` of an app. */
export function allAlarmHandlers({ id: app, alarmClasses = {} }: AppManifest): Handlers<AllAlarmRoutes> {
  const mount = { app, classes: Object.keys(alarmClasses) };
  return { ...readHandlers(mount), ...actionHandlers(mount), metadata: (context) => readMetadata(context, mount) };
}

/** The alarms of all apps. */
export const deskHandlers: Handlers<typeof deskRoutes> = readHandlers('all-apps');

/** Serves `alarmRoutes` of a class. */
export function alarmHandlers({ id: app }: AppManifest, name: string): Handlers<AlarmRoutes> {
  const mount = { app, classes: [name] };
  return {
    ...readHandlers(mount),
    ...actionHandlers(mount),
    params: (context) => readMetadata(context, mount),
    info: ({ tx, kit, actor, locale }) => readAlarmInfo(tx, kit, actor, app, locale),
  };
}

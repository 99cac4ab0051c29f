import { z } from 'zod';
import type { Access } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { actionRoutes } from './action-routes.ts';
import { acknowledgement, alarmDetail, alarmEntity, alarmList, alarmRow, closedAlarmList } from './alarm.ts';
import { alarmMetadata } from './alarm-info.ts';
import { alarmNotification } from './alarm-notification.ts';
import type { AlarmClass } from './manifest.ts';
import { abilityFor } from './standard-actions.ts';

const routesFor = <const Live extends ListSpec, const Closed extends ListSpec>(
  access: { read: Access; acknowledge: Access },
  lists: { live: Live; history: Closed },
) => ({
  live: route.list('/alarm', { access: access.read, reply: alarmRow, list: lists.live }),
  history: route.list('/alarm/history', { access: access.read, reply: alarmRow, list: lists.history }),
  get: route.get('/alarm/{id}', { access: access.read, reply: alarmDetail }),
  file: route.get('/alarm/{id}/file/{fileId}', { access: access.read, reply: z.unknown(), raw: true }),
  notifications: route.get('/alarm/{id}/notification', { access: access.read, reply: z.array(alarmNotification) }),
  /** Acknowledges several alarms. The reply has a result for each. */
  acknowledgeMany: route.post('/alarm/acknowledge', { access: access.acknowledge, ...acknowledgement }),
});

/**
 * The calls for the alarms of several classes of an app. Permissions are checked by class: people who may read one
 * class see the alarms of that class.
 */
export function allAlarmRoutes(app: string, classes: Readonly<Record<string, AlarmClass>>) {
  const can = (name: string, ability: string) => canDo(`${app}.${alarmEntity(name)}`, ability);
  const read = { or: Object.keys(classes).map((name) => can(name, 'read')) };
  /** An action that no class has answers 404, like one that the class of the alarm does not have. */
  const ofAction = (action: string): Access => {
    const having = Object.entries(classes).filter(([, { actions }]) => actions[action]);
    return having.length === 0
      ? read
      : { or: having.map(([name, { actions }]) => can(name, abilityFor(actions, action))) };
  };
  return {
    ...routesFor({ read, acknowledge: ofAction('acknowledge') }, { live: alarmList, history: closedAlarmList }),
    ...actionRoutes('/alarm', { access: ofAction, of: Object.values(classes), detail: alarmDetail }),
    /** What a page can filter the alarms by, and what their actions take. */
    metadata: route.get('/alarm/metadata', { access: read, reply: alarmMetadata }),
  };
}
export type AllAlarmRoutes = ReturnType<typeof allAlarmRoutes>;

const ofAllApps = ['app', ...alarmList.filter] as const;

/** The calls for the alarms of all apps. Permissions are checked by app and class. */
export const deskRoutes = routesFor(
  { read: 'signed-in', acknowledge: 'signed-in' },
  { live: { ...alarmList, filter: ofAllApps }, history: { ...closedAlarmList, filter: ofAllApps } },
);

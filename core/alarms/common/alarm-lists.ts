import { z } from 'zod';
import type { Access } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { acknowledgement, alarmDetail, alarmEntity, alarmList, alarmRow, closedAlarmList } from './alarm.ts';
import { alarmNotification } from './alarm-notification.ts';

const routesFor = <const Live extends ListSpec, const Closed extends ListSpec>(
  access: { read: Access; acknowledge: Access },
  lists: { live: Live; history: Closed },
) => ({
  live: route.list('/alarm', { access: access.read, reply: alarmRow, list: lists.live }),
  history: route.list('/alarm/history', { access: access.read, reply: alarmRow, list: lists.history }),
  get: route.get('/alarm/{id}', { access: access.read, reply: alarmDetail }),
  notifications: route.get('/alarm/{id}/notification', { access: access.read, reply: z.array(alarmNotification) }),
  /** Acknowledges several alarms. The reply has a result for each. */
  acknowledgeMany: route.post('/alarm/acknowledge', { access: access.acknowledge, ...acknowledgement }),
});

/**
 * The calls for the alarms of several classes of an app. Permissions are checked by class: people who may read one
 * class see the alarms of that class.
 */
export function allAlarmRoutes(app: string, classes: readonly string[]) {
  const ofAnyClass = (action: string) => ({ or: classes.map((name) => canDo(`${app}.${alarmEntity(name)}`, action)) });
  return routesFor(
    { read: ofAnyClass('read'), acknowledge: ofAnyClass('acknowledge') },
    { live: alarmList, history: closedAlarmList },
  );
}
export type AllAlarmRoutes = ReturnType<typeof allAlarmRoutes>;

const ofAllApps = ['app', ...alarmList.filter] as const;

/** The calls for the alarms of all apps. Permissions are checked by app and class. */
export const deskRoutes = routesFor(
  { read: 'signed-in', acknowledge: 'signed-in' },
  { live: { ...alarmList, filter: ofAllApps }, history: { ...closedAlarmList, filter: ofAllApps } },
);

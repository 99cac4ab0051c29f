import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { alarms } from '../app.ts';
import type { Alarm, AlarmAction, AlarmClass, operationalAlarmRoutes, statusAlarmRoutes } from '../common/alarm.ts';

type StatusCalls = Client<{ alarm: ReturnType<typeof statusAlarmRoutes> }>['alarm'];
type OperationalCalls = Client<{ alarm: ReturnType<typeof operationalAlarmRoutes> }>['alarm'];

/** The calls on one class of alarms that an app mounts; status alarms are neither rejected nor escalated. */
export type AlarmCalls = StatusCalls & Partial<Pick<OperationalCalls, 'reject' | 'escalateUser' | 'responders'>>;

/** What an app tells of its alarms, for every list of them. */
export type AlarmSource = {
  app: AppManifest;
  class: AlarmClass;
  calls: AlarmCalls;
  /** Where a device is looked at. */
  deviceAddress(device: { id: number; solutionId: number }): string;
  structures?: readonly { id: number; name: string }[];
};

/** Kinds of one class: the app's own and those that every device may raise. */
export const kindsOf = (app: AppManifest, of: AlarmClass): string[] =>
  Object.entries({ ...app.alarms, ...alarms.alarms })
    .filter(([, kind]) => kind.class === of)
    .map(([name]) => name);

/** The call that does what an alarm's `actions` name; undefined where its class has none. */
export const callFor = (calls: AlarmCalls, action: AlarmAction) =>
  action === 'escalate-user' ? calls.escalateUser : action === 'reject' ? calls.reject : calls[action];

/** Whether a live event is about this app's alarms of this class. */
export function concerns(source: Pick<AlarmSource, 'app' | 'class'>, data: unknown): data is Pick<Alarm, 'id'> {
  const { app, class: of } = data as { app?: string; class?: string };
  return app === source.app.id && of === source.class;
}

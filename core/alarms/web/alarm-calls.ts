import { useMemo } from 'react';
import { deviceAddress, useStructureOptions } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf, type Endpoint } from '#platform/web/client/client-of.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import type { UnnamedFilter } from '#platform/web/ui/list/filters.ts';
import { alarms } from '../app.ts';
import type { Alarm, AlarmRoutes } from '../common/alarm.ts';
import { subjectAddress } from '../common/alarm-address.ts';

type AllCalls = Client<{ alarm: AlarmRoutes }>['alarm'];
/** The call of an action on an alarm. */
export type ActionCall = AllCalls['acknowledge'];

/** The calls for an alarm class of an app. */
export type AlarmCalls = Pick<AllCalls, 'live' | 'history' | 'get' | 'notifications'> & {
  acknowledgeMany: AllCalls['acknowledgeMany'] | undefined;
  responders: AllCalls['responders'] | undefined;
  escalateUser: AllCalls['escalateUser'] | undefined;
  /** The call of an action; undefined if the app does not mount it. */
  action(name: string): ActionCall | undefined;
};

/** Alarm classes of an app, for lists and details. */
export type AlarmSource = {
  app: AppManifest;
  classes: readonly string[];
  calls: AlarmCalls;
  structures: UnnamedFilter | null;
};

/** The calls for an alarm class, found by the path of the class in the manifest; for null those of all classes. */
function callsOf(app: AppManifest, name: string | null): AlarmCalls {
  const path = name === null ? '/alarm' : app.alarmClasses?.[name]?.path;
  const endpoints = Object.values(clientOf(app)).flatMap((set) => Object.values(set));
  const at = (method: string, rest: string) =>
    endpoints.find(({ route }) => route.method === method && route.path === `${path}${rest}`);
  const call = <Name extends keyof AllCalls>(method: string, rest: string) =>
    at(method, rest) as unknown as AllCalls[Name] | undefined;
  const requiredCall = <Name extends keyof AllCalls>(rest: string) => {
    const endpoint = call<Name>('GET', rest);
    if (!endpoint) throw new Error(`${app.id} mounts no alarms of the class "${name}"`);
    return endpoint;
  };
  const byName = new Map<string, Endpoint | undefined>();
  return {
    live: requiredCall<'live'>(''),
    history: requiredCall<'history'>('/history'),
    get: requiredCall<'get'>('/{id}'),
    notifications: requiredCall<'notifications'>('/{id}/notification'),
    acknowledgeMany: call<'acknowledgeMany'>('POST', '/acknowledge'),
    responders: call<'responders'>('GET', '/responders'),
    escalateUser: call<'escalateUser'>('POST', '/{id}/escalate-user'),
    action(action) {
      if (!byName.has(action)) byName.set(action, at('POST', `/{id}/${action}`));
      return byName.get(action) as unknown as ActionCall | undefined;
    },
  };
}

const cached = new WeakMap<AppManifest, Map<string | null, AlarmCalls>>();

/** Returns the same object each time. */
export function alarmCalls(app: AppManifest, name: string | null): AlarmCalls {
  const callsByClass = cached.get(app) ?? new Map<string | null, AlarmCalls>();
  const calls = callsByClass.get(name) ?? callsOf(app, name);
  cached.set(app, callsByClass.set(name, calls));
  return calls;
}

/** The calls of the lists that contain the alarms of a class: of all classes, if the app mounts them. */
export const listCalls = (app: AppManifest, name: string): AlarmCalls => alarmCalls(app, app.alarmPages ? null : name);

/** The classes of an app that the person may read. */
export const readableClasses = (app: AppManifest): string[] =>
  Object.keys(app.alarmClasses ?? {}).filter((name) => currentDenial(alarmCalls(app, name).live.route.access) === null);

/** The alarms of a class, or for null of all classes that the person may read. */
export function useAlarmSource(app: AppManifest, name: string | null): AlarmSource {
  const structures = useStructureOptions(app);
  return useMemo(
    () => ({ app, classes: name === null ? readableClasses(app) : [name], calls: alarmCalls(app, name), structures }),
    [app, name, structures],
  );
}

/** The address of the subject of an alarm; undefined without a page. */
export const alarmSubjectAddress = (app: AppManifest, { device, subject }: Pick<Alarm, 'device' | 'subject'>) =>
  device ? deviceAddress(app, device) : subjectAddress(app, subject);

/** The alarm kinds of a class, including those of every device. */
export const alarmKindsOf = (app: AppManifest, name: string): string[] =>
  Object.entries({ ...app.alarms, ...alarms.alarms })
    .filter(([, kind]) => kind.class === name)
    .map(([kind]) => kind);

/** Whether a live event is about an alarm of this app and class. */
export function concerns(source: Pick<AlarmSource, 'app' | 'classes'>, data: unknown): data is Pick<Alarm, 'id'> {
  const { app, class: name } = data as { app?: string; class?: string };
  return app === source.app.id && name !== undefined && source.classes.includes(name);
}

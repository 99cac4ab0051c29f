import { useMemo } from 'react';
import { deviceAddress, useStructureOptions } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf, type Endpoint } from '#platform/web/client/client-of.ts';
import type { UnnamedFilter } from '#platform/web/ui/list/filters.ts';
import { alarms } from '../app.ts';
import type { Alarm, AlarmRoutes } from '../common/alarm.ts';
import { subjectAddress } from '../common/alarm-address.ts';

type AllCalls = Client<{ alarm: AlarmRoutes }>['alarm'];
/** What every action on an alarm takes and answers. */
export type ActionCall = AllCalls['acknowledge'];

/** The calls on one class of an app's alarms. */
export type AlarmCalls = Pick<AllCalls, 'live' | 'history' | 'get'> & {
  acknowledgeMany: AllCalls['acknowledgeMany'] | undefined;
  responders: AllCalls['responders'] | undefined;
  escalateUser: AllCalls['escalateUser'] | undefined;
  /** The call of an action that the manifest names; undefined when the app mounts none. */
  action(name: string): ActionCall | undefined;
};

/** One class of an app's alarms, for lists and details of them. */
export type AlarmSource = {
  app: AppManifest;
  class: string;
  calls: AlarmCalls;
  structures: UnnamedFilter | null;
};

/** The app's calls on a class of alarms, found by the path that its manifest gives the class. */
function callsOf(app: AppManifest, name: string): AlarmCalls {
  const path = app.alarmClasses?.[name]?.path;
  const leaves = Object.values(clientOf(app)).flatMap((set) => Object.values(set));
  const at = (method: string, rest: string) =>
    leaves.find(({ route }) => route.method === method && route.path === `${path}${rest}`);
  const call = <Name extends keyof AllCalls>(method: string, rest: string) =>
    at(method, rest) as unknown as AllCalls[Name] | undefined;
  const needed = <Name extends keyof AllCalls>(rest: string) => {
    const found = call<Name>('GET', rest);
    if (!found) throw new Error(`${app.id} mounts no alarms of the class "${name}"`);
    return found;
  };
  const byName = new Map<string, Endpoint | undefined>();
  return {
    live: needed<'live'>(''),
    history: needed<'history'>('/history'),
    get: needed<'get'>('/{id}'),
    acknowledgeMany: call<'acknowledgeMany'>('POST', '/acknowledge'),
    responders: call<'responders'>('GET', '/responders'),
    escalateUser: call<'escalateUser'>('POST', '/{id}/escalate-user'),
    action(action) {
      if (!byName.has(action)) byName.set(action, at('POST', `/{id}/${action}`));
      return byName.get(action) as unknown as ActionCall | undefined;
    },
  };
}

const cached = new WeakMap<AppManifest, Map<string, AlarmCalls>>();

/** The same object each time. */
export function alarmCalls(app: AppManifest, name: string): AlarmCalls {
  const known = cached.get(app) ?? new Map<string, AlarmCalls>();
  const calls = known.get(name) ?? callsOf(app, name);
  cached.set(app, known.set(name, calls));
  return calls;
}

export function useAlarmSource(app: AppManifest, name: string): AlarmSource {
  const structures = useStructureOptions(app);
  return useMemo(() => ({ app, class: name, calls: alarmCalls(app, name), structures }), [app, name, structures]);
}

/** The page that shows what an alarm is about; undefined when there is none. */
export const aboutAddress = (app: AppManifest, { device, subject }: Pick<Alarm, 'device' | 'subject'>) =>
  device ? deviceAddress(app, device) : subjectAddress(app, subject);

/** Kinds of one class: the app's own and those that every device may raise. */
export const kindsOf = (app: AppManifest, name: string): string[] =>
  Object.entries({ ...app.alarms, ...alarms.alarms })
    .filter(([, kind]) => kind.class === name)
    .map(([kind]) => kind);

/** Whether a live event is about this app's alarms of this class. */
export function concerns(source: Pick<AlarmSource, 'app' | 'class'>, data: unknown): data is Pick<Alarm, 'id'> {
  const { app, class: name } = data as { app?: string; class?: string };
  return app === source.app.id && name === source.class;
}

import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { type Client, clientOf, type Endpoint } from '#platform/web/client/client-of.ts';
import { currentDenial, registeredApps } from '#platform/web/session/session.ts';
import { alarms } from '../app.ts';
import { type Alarm, type AlarmRoutes, alarmEntity } from '../common/alarm.ts';
import type { AlarmClass } from '../common/manifest.ts';
import { needsComment } from '../common/needed-comment.ts';

type AllCalls = Client<{ alarm: AlarmRoutes }>['alarm'];
/** The call of an action on an alarm. */
export type ActionCall = AllCalls['acknowledge'];

/** The calls for actions on the alarms of a class of an app; `api.alarm` reads those of all apps. */
export type ClassCalls = {
  responders: AllCalls['responders'] | undefined;
  escalateUser: AllCalls['escalateUser'] | undefined;
  /** The call of an action; undefined if the app does not mount it. */
  action(name: string): ActionCall | undefined;
};

/** The calls for an alarm class, found by the path of the class in the manifest. */
function callsOf(app: AppManifest, name: string): ClassCalls {
  const path = app.alarmClasses?.[name]?.path;
  const endpoints = Object.values(clientOf(app)).flatMap((set) => Object.values(set));
  const at = (method: string, rest: string) =>
    endpoints.find(({ route }) => route.method === method && route.path === `${path}${rest}`);
  const call = <Name extends keyof AllCalls>(method: string, rest: string) =>
    at(method, rest) as unknown as AllCalls[Name] | undefined;
  const byName = new Map<string, Endpoint | undefined>();
  return {
    responders: call<'responders'>('GET', '/responders'),
    escalateUser: call<'escalateUser'>('POST', '/{id}/escalate-user'),
    action(action) {
      if (!byName.has(action)) byName.set(action, at('POST', `/{id}/${action}`));
      return byName.get(action) as unknown as ActionCall | undefined;
    },
  };
}

const cached = new WeakMap<AppManifest, Map<string, ClassCalls>>();

/** Returns the same object each time. */
export function classCalls(app: AppManifest, name: string): ClassCalls {
  const callsByClass = cached.get(app) ?? new Map<string, ClassCalls>();
  const calls = callsByClass.get(name) ?? callsOf(app, name);
  cached.set(app, callsByClass.set(name, calls));
  return calls;
}

/** The site for which the person needs abilities on an alarm: of a further company its own; null for all sites. */
export const siteOf = ({ structure, party }: Pick<Alarm, 'structure' | 'party'>): number | null =>
  party ? party.siteId : (structure?.id ?? null);

/** Whether an action asks for more than an optional comment, so that a single key or button cannot send it. */
export function needsForm(app: AppManifest, name: string, action: string): boolean {
  const actions: AlarmClass['actions'] = app.alarmClasses?.[name]?.actions ?? {};
  return actions[action]?.fields !== undefined || needsComment(actions[action], {});
}

/** The classes of an app that the person may read. */
export const readableClasses = (app: AppManifest): string[] =>
  Object.keys(app.alarmClasses ?? {}).filter(
    (name) => currentDenial(canDo(`${app.id}.${alarmEntity(name)}`, 'read'), { app: app.id }) === null,
  );

/** The apps whose alarms the person may read. */
export const appsWithAlarms = (): AppManifest[] => registeredApps().filter((app) => readableClasses(app).length > 0);

/** The app of an alarm; this slice if the build does not contain that app, so that the alarm can still be shown. */
export const appOfAlarm = ({ app: id }: Pick<Alarm, 'app'>): AppManifest =>
  registeredApps().find((app) => app.id === id) ?? (alarms as AppManifest);

/** Whether a live event is about an alarm of these apps that the person may read. */
export function concerns(apps: readonly AppManifest[], data: unknown): data is Pick<Alarm, 'id'> {
  const { app: id, class: name } = data as { app?: string; class?: string };
  const app = apps.find((one) => one.id === id);
  return app !== undefined && name !== undefined && readableClasses(app).includes(name);
}

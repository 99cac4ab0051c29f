import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { AlarmKind } from '../../common/manifest.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';

type Apps = Pick<Kit, 'apps'>;

/** The kinds that an app may raise: its own, and those of every device, as far as it has their class. */
function kindsOf({ apps }: Apps, { alarms, alarmClasses = {} }: AppManifest): Record<string, AlarmKind> {
  const kinds = { ...apps.find(({ id }) => id === 'alarms')?.alarms, ...alarms };
  return Object.fromEntries(Object.entries(kinds).filter(([, kind]) => alarmClasses[kind.class]));
}

/** The alarm kinds of an app by class, including those of every device. */
export function alarmKindsByClass(kit: Apps, app: string): { type: string; kinds: string[] }[] {
  const manifest = kit.apps.find(({ id }) => id === app);
  if (!manifest) return [];
  const kinds = Object.entries(kindsOf(kit, manifest));
  return Object.keys(manifest.alarmClasses ?? {}).map((type) => ({
    type,
    kinds: kinds.flatMap(([name, kind]) => (kind.class === type ? [name] : [])),
  }));
}

/** A kind of alarms as an app declares it, also that of a custom rule; undefined for an unknown kind. */
export function kindIn(kit: Apps, app: string, kind: string): AlarmKind | undefined {
  const manifest = kit.apps.find(({ id }) => id === app);
  return manifest && kindsOf(kit, manifest)[declaredKindOf({ kind })];
}

/** The class of a kind of alarms of the app; undefined for an unknown kind. */
export const classOf = (kit: Apps, app: string, kind: string): string | undefined => kindIn(kit, app, kind)?.class;

/** Whether a kind of alarms is about the devices of the app themselves, not about what they measure. */
export function isTechnical(kit: Apps, app: string, kind: string): boolean {
  const name = classOf(kit, app, kind);
  const manifest = kit.apps.find(({ id }) => id === app);
  return name !== undefined && manifest?.alarmClasses?.[name]?.technical === true;
}

/** The apps that may raise alarms of a kind. */
export const appsDeclaring = (kit: Apps, kind: string): string[] =>
  kit.apps.flatMap(({ id }) => (kindIn(kit, id, kind) ? [id] : []));

/** `<app> <class>` of the classes that declare a property. */
export const classesWith = ({ apps }: Apps, property: 'endsWhenCleared' | 'queue' | 'notifiedTogether'): string[] =>
  apps.flatMap(({ id, alarmClasses = {} }) =>
    Object.entries(alarmClasses).flatMap(([name, declared]) => (declared[property] ? [`${id} ${name}`] : [])),
  );

import type { Kit } from '#platform/server/kit.ts';

/** The alarm kinds of an app by class, including those of every device. */
export function alarmKindsByClass(kit: Pick<Kit, 'apps'>, app: string): { type: string; kinds: string[] }[] {
  const manifest = kit.apps.find(({ id }) => id === app);
  const kinds = { ...kit.apps.find(({ id }) => id === 'alarms')?.alarms, ...manifest?.alarms };
  return Object.keys(manifest?.alarmClasses ?? {}).map((type) => ({
    type,
    kinds: Object.keys(kinds).filter((kind) => kinds[kind]?.class === type),
  }));
}

const deviceClasses = ['operational', 'status'];

/** The class of a kind of device alarms of the app; undefined for an unknown kind. */
export const deviceAlarmClass = (kit: Pick<Kit, 'apps'>, app: string, kind: string): string | undefined =>
  alarmKindsByClass(kit, app).find(({ type, kinds }) => deviceClasses.includes(type) && kinds.includes(kind))?.type;

import type { Kit } from '#platform/server/kit.ts';
import { alarmKindsByClass } from '../notify/group-parts.ts';

const deviceClasses = ['operational', 'status'];

/** The class of a kind of device alarms of the app; undefined for an unknown kind. */
export const deviceAlarmClass = (kit: Pick<Kit, 'apps'>, app: string, kind: string): string | undefined =>
  alarmKindsByClass(kit, app).find(({ type, kinds }) => deviceClasses.includes(type) && kinds.includes(kind))?.type;

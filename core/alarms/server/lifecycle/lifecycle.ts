import type { AppManifest } from '#platform/common/define-app.ts';
import type { Disposition } from '../../common/alarm.ts';

export type AlarmState = { app: string; class: string; acknowledged: boolean; disposition: Disposition };

/** Closed alarms are in the history and accept comments only. */
export const isClosed = (disposition: Disposition): boolean =>
  disposition === 'terminated' || disposition === 'rejected';

/** The actions of the alarm's class that its state allows, in the order of the manifest. */
export function actionsOn(apps: readonly AppManifest[], alarm: AlarmState): string[] {
  if (isClosed(alarm.disposition)) return ['comment'];
  const actions = apps.find(({ id }) => id === alarm.app)?.alarmClasses?.[alarm.class]?.actions ?? [];
  return actions.filter((action) => action !== 'acknowledge' || !alarm.acknowledged);
}

export const allowsAction = (apps: readonly AppManifest[], alarm: AlarmState, action: string): boolean =>
  actionsOn(apps, alarm).includes(action);

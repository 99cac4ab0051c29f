import type { AppManifest } from '#platform/common/define-app.ts';
import type { Disposition } from '../common/alarm.ts';

export type AlarmState = { app: string; class: string; acknowledged: boolean; disposition: Disposition };

/** Closed alarms are in the history and take nothing but comments. */
export const isClosed = (disposition: Disposition): boolean =>
  disposition === 'terminated' || disposition === 'rejected';

/** What may be done with an alarm in this state: of the actions of its class, in the order of the manifest. */
export function actionsOn(apps: readonly AppManifest[], alarm: AlarmState): string[] {
  if (isClosed(alarm.disposition)) return ['comment'];
  const actions = apps.find(({ id }) => id === alarm.app)?.alarmClasses?.[alarm.class]?.actions ?? [];
  return actions.filter((action) => action !== 'acknowledge' || !alarm.acknowledged);
}

export const mayDo = (apps: readonly AppManifest[], alarm: AlarmState, action: string): boolean =>
  actionsOn(apps, alarm).includes(action);

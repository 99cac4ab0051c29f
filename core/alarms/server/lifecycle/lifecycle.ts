import type { AppManifest } from '#platform/common/define-app.ts';
import type { Disposition } from '../../common/alarm.ts';
import type { AlarmClass } from '../../common/manifest.ts';

export type AlarmState = { app: string; class: string; acknowledged: boolean; disposition: Disposition };

/** Closed alarms are in the history and accept comments only. */
export const isClosed = (disposition: Disposition): boolean =>
  disposition === 'terminated' || disposition === 'rejected';

/** The class of an alarm as its app declares it. */
export const classSpec = (
  apps: readonly AppManifest[],
  alarm: Pick<AlarmState, 'app' | 'class'>,
): AlarmClass | undefined => apps.find(({ id }) => id === alarm.app)?.alarmClasses?.[alarm.class];

/** An alarm is acknowledged once; afterwards it can be taken over. */
const whenAcknowledged: Readonly<Record<string, boolean>> = { acknowledge: false, 'take-over': true };

/** The actions of the alarm's class that its state allows, in the order of the manifest. */
export function actionsOn(apps: readonly AppManifest[], alarm: AlarmState): string[] {
  if (isClosed(alarm.disposition)) return ['comment'];
  return Object.keys(classSpec(apps, alarm)?.actions ?? {}).filter(
    (action) => !(action in whenAcknowledged) || alarm.acknowledged === whenAcknowledged[action],
  );
}

export const allowsAction = (apps: readonly AppManifest[], alarm: AlarmState, action: string): boolean =>
  actionsOn(apps, alarm).includes(action);

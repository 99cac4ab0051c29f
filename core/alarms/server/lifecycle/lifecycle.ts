import type { AppManifest } from '#platform/common/define-app.ts';
import type { Disposition } from '../../common/alarm.ts';
import type { AlarmAction, AlarmClass } from '../../common/manifest.ts';

export type AlarmState = {
  app: string;
  class: string;
  kind: string;
  rank: number;
  acknowledged: boolean;
  /** Whether the caller is the one who has acknowledged it. */
  held?: boolean;
  disposition: Disposition;
};

/** Closed alarms are in the history and accept comments only. */
export const isClosed = (disposition: Disposition): boolean =>
  disposition === 'terminated' || disposition === 'rejected';

/** The class of an alarm as its app declares it. */
export const classSpec = (
  apps: readonly AppManifest[],
  alarm: Pick<AlarmState, 'app' | 'class'>,
): AlarmClass | undefined => apps.find(({ id }) => id === alarm.app)?.alarmClasses?.[alarm.class];

/** An alarm is acknowledged once; afterwards somebody else can take it over. */
const whenAcknowledged: Readonly<Record<string, boolean>> = { acknowledge: false, 'take-over': true };

/** The company that acts on an alarm of several companies. */
type Acting = { role: string; hasDesk: boolean };

const isBy = ({ by, notBy }: AlarmAction, acting: Acting | null | undefined): boolean =>
  !acting ||
  (notBy?.includes(acting.role) !== true && (by === 'all' || (by ? by.includes(acting.role) : acting.hasDesk)));

/** Whether an alarm is so urgent that somebody has to take it before this is done, and nobody has. */
export const isUntaken = (
  { takenFirst }: AlarmAction,
  { acknowledged, rank }: Pick<AlarmState, 'acknowledged' | 'rank'>,
) => takenFirst !== undefined && !acknowledged && rank <= takenFirst.upToRank;

/**
 * The actions of the alarm's class that its state allows, in the order of the manifest. Of an alarm of several companies
 * those of the one that acts.
 */
export function actionsOn(apps: readonly AppManifest[], alarm: AlarmState, acting?: Acting | null): string[] {
  if (isClosed(alarm.disposition)) return ['comment'];
  return Object.entries(classSpec(apps, alarm)?.actions ?? {}).flatMap(([name, action]) =>
    isBy(action, acting) &&
    action.kinds?.includes(alarm.kind) !== false &&
    (!(name in whenAcknowledged) || alarm.acknowledged === whenAcknowledged[name]) &&
    !(name === 'take-over' && alarm.held) &&
    (action.after !== 'acknowledged' || alarm.acknowledged) &&
    !isUntaken(action, alarm)
      ? [name]
      : [],
  );
}

export const allowsAction = (
  apps: readonly AppManifest[],
  alarm: AlarmState,
  action: string,
  acting?: Acting | null,
): boolean => actionsOn(apps, alarm, acting).includes(action);

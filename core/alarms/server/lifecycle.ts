import type { AlarmAction, AlarmClass, Disposition } from '../common/alarm.ts';

export type AlarmState = { class: AlarmClass; acknowledged: boolean; disposition: Disposition };

/** Closed alarms are in the history and take nothing but comments. */
export const isClosed = (disposition: Disposition): boolean =>
  disposition === 'terminated' || disposition === 'rejected';

/** What may be done with an alarm in this state. Status alarms are neither rejected nor escalated. */
export function actionsOn(alarm: AlarmState): AlarmAction[] {
  if (isClosed(alarm.disposition)) return ['comment'];
  const actions: AlarmAction[] = alarm.acknowledged
    ? ['comment', 'terminate']
    : ['acknowledge', 'comment', 'terminate'];
  return alarm.class === 'status' ? actions : [...actions, 'reject', 'escalate-user'];
}

export const mayDo = (alarm: AlarmState, action: AlarmAction): boolean => actionsOn(alarm).includes(action);

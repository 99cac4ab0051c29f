import './events.ts';

export { alarmKindsByClass, deviceAlarmClass } from './lifecycle/alarm-class.ts';
export { escalateAtOnce } from './lifecycle/escalate-at-once.ts';
export { type EscalationStep, endSteps, escalationSteps, takeDueSteps } from './lifecycle/escalation-steps.ts';
export { logAlarm } from './lifecycle/log-alarm.ts';
export { openAlarmOf } from './lifecycle/open-alarm.ts';
export { addPastAlarms, type PastAlarm } from './lifecycle/past-alarms.ts';
export type { AlarmChange } from './lifecycle/raise.ts';
export {
  type Cleared,
  clearAlarms,
  type Hit,
  type Lowered,
  lowerAlarms,
  publishChanges,
  raiseAlarms,
} from './lifecycle/raise.ts';
export { clearAlarm, endAlarms, raiseAlarm } from './lifecycle/raise-alarm.ts';
export { clearDeviceAlarms, raiseDeviceAlarms } from './lifecycle/raise-device-alarms.ts';
export { setDeviceAlarms } from './lifecycle/set-device-alarms.ts';
export { declaredKind, subjectName } from './lifecycle/subject.ts';
export { alarmActionHandler, alarmHandlers, allAlarmHandlers } from './lists/alarm-handlers.ts';
export { alarmName, type Locale, severityName, timeIn } from './lists/alarm-names.ts';
export { alarmCountHandlers } from './lists/alarm-overview.ts';
export { alarmRows } from './lists/alarm-rows.ts';
export {
  alarmCounts,
  alarmGroups,
  alarmsBySite,
  type OpenCount,
  openCounts,
  raisedAlarms,
  type SiteAlarmCounts,
  worstOfDevices,
} from './lists/counts.ts';
export { crossedLine } from './lists/limit-text.ts';
export { readableAlarms } from './lists/readable-alarms.ts';
export { provideRules, ruleFacts } from './lists/rule-facts.ts';
export { storedAlarmEvents, storedAlarms } from './lists/stored-alarms.ts';
export {
  alarmMessage,
  alarmsMessage,
  alarmsText,
  alarmTitle,
  type NotifiedAlarm,
  type Occasion,
} from './messages/alarm-message.ts';

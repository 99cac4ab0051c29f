import './events.ts';

export type { ActionContext } from './lifecycle/alarm-actions.ts';
export { releaseAlarms, ringAgain } from './lifecycle/desk-clock.ts';
export { type EscalationStep, endSteps, escalationSteps, takeDueSteps } from './lifecycle/escalation-steps.ts';
export { addHandledAlarms, type HandledAlarm, type HandledStep } from './lifecycle/handled-alarms.ts';
export type { LockedAlarm } from './lifecycle/locked-alarm.ts';
export { escalateBySystem, logAlarm } from './lifecycle/log-alarm.ts';
export { openAlarmOf } from './lifecycle/open-alarm.ts';
export { addPastAlarms, type PastAlarm } from './lifecycle/past-alarms.ts';
export { declaredKind, hasOpenAlarm, subjectName } from './lifecycle/subject.ts';
export { alarmActionHandler, alarmHandlers, allAlarmHandlers } from './lists/alarm-handlers.ts';
export { alarmName, type Locale, severityName, timeIn } from './lists/alarm-names.ts';
export { alarmRows } from './lists/alarm-rows.ts';
export { alarmCountHandlers } from './lists/count-alarms.ts';
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
export { visibleAlarm } from './lists/read-alarms.ts';
export { isNotHidden, readableAlarms, readableByAny } from './lists/readable-alarms.ts';
export { provideRules, ruleFacts } from './lists/rule-facts.ts';
export { seesOnlyEscalated } from './lists/seen-by.ts';
export { storedAlarmEvents, storedAlarms, storedParties } from './lists/stored-alarms.ts';
export {
  alarmMessage,
  alarmsMessage,
  alarmsText,
  alarmTitle,
  type NotifiedAlarm,
  type Occasion,
} from './messages/alarm-message.ts';
export { endParties, endParty } from './parties/end-parties.ts';
export { addParties, addPartiesOf } from './parties/join-parties.ts';
export { moveDesk } from './parties/move-desk.ts';
export { asParty } from './parties/party-view.ts';
export { type AlarmChange, type AlarmContext, inBatch, touchAlarms } from './raising/alarm-changes.ts';
export {
  alarmKindsByClass,
  appsDeclaring,
  classesWith,
  classOf,
  isTechnical,
} from './raising/alarm-classes.ts';
export type { Cleared, DeviceAlarm, Lowered } from './raising/alarm-input.ts';
export { devicesWithChangedAlarms } from './raising/changed-devices.ts';
export { clearAlarms, endAlarms, lockBeforeChanges, lowerAlarms } from './raising/clear.ts';
export { raiseAlarms } from './raising/raise.ts';
export { setDeviceAlarms, setSubjectAlarms } from './raising/set-alarms.ts';

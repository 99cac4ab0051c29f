import './events.ts';

export type { MailPlanDue } from './events.ts';
export { deviceAlarmClass } from './lifecycle/alarm-class.ts';
export { openAlarmOf } from './lifecycle/open-alarm.ts';
export { addPastAlarms, type PastAlarm } from './lifecycle/past-alarms.ts';
export { clearAlarm, endAlarms, raiseAlarm } from './lifecycle/raise-alarm.ts';
export { clearDeviceAlarms, raiseDeviceAlarms } from './lifecycle/raise-device-alarms.ts';
export { setDeviceAlarms } from './lifecycle/set-device-alarms.ts';
export { alarmActionHandler, alarmHandlers, allAlarmHandlers } from './lists/alarm-handlers.ts';
export { alarmCountHandlers } from './lists/alarm-overview.ts';
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
export { notificationGroupHandlers, notificationWebhookHandlers } from './notify/notification-groups.ts';
export { addRules, hasRule, type RuleDraft } from './rules/add-rules.ts';
export { actionFaults, assertMayOrder } from './rules/assert-actions.ts';
export { sensorFaults } from './rules/assert-sensors.ts';
export { ruleHandlers } from './rules/rules.ts';
export {
  addTemplateRules,
  deviceRules,
  recheckTemplateRules,
  removeDeviceRules,
  removeTemplateRules,
  type TemplateRule,
} from './rules/template-rules.ts';

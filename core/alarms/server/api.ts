import './events.ts';

export { addRules, hasRule, type RuleDraft } from './add-rules.ts';
export { deviceAlarmClass } from './alarm-class.ts';
export { alarmActionHandler, alarmHandlers, allAlarmHandlers } from './alarm-handlers.ts';
export { alarmCountHandlers } from './alarm-overview.ts';
export { actionFaults, assertMayOrder } from './assert-actions.ts';
export { sensorFaults } from './assert-sensors.ts';
export {
  alarmCounts,
  alarmGroups,
  alarmsBySite,
  type OpenCount,
  openCounts,
  raisedAlarms,
  type SiteAlarmCounts,
  worstOfDevices,
} from './counts.ts';
export type { MailPlanDue } from './events.ts';
export { notificationGroupHandlers, notificationWebhookHandlers } from './notification-groups.ts';
export { openAlarmOf } from './open-alarm.ts';
export { addPastAlarms, type PastAlarm } from './past-alarms.ts';
export { clearAlarm, endAlarms, raiseAlarm } from './raise-alarm.ts';
export { clearDeviceAlarms, raiseDeviceAlarms } from './raise-device-alarms.ts';
export { ruleHandlers } from './rules.ts';
export { setDeviceAlarms } from './set-device-alarms.ts';
export {
  addTemplateRules,
  deviceRules,
  recheckTemplateRules,
  removeDeviceRules,
  removeTemplateRules,
  type TemplateRule,
} from './template-rules.ts';

export { addRules, type RuleDraft } from './add-rules.ts';
export { operationalAlarmHandlers, statusAlarmHandlers } from './alarm-handlers.ts';
export { openCounts } from './counts.ts';
export { notificationGroupHandlers } from './notification-groups.ts';

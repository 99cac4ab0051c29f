export { operationalAlarmHandlers, statusAlarmHandlers } from './alarm-handlers.ts';
export { openCounts } from './counts.ts';

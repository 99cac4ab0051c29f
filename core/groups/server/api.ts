export { addDemoRecordGroups } from './demo.ts';
export { recordGroupHandlers } from './group-handlers.ts';
export { type GroupOfRecord, groupsOfRecords, recordsInGroups, withGroupFilter } from './grouped-records.ts';
export type { GroupedRecords } from './members.ts';

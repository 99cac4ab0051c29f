export { analysedBy } from './analysis-period.ts';
export { alarmFull } from './code-capacity.ts';
export { readLists } from './code-lists.ts';
export { addDemoAccess } from './demo.ts';
export { accessHandlers } from './handlers.ts';
export { alarmPending } from './leaving.ts';
export { openingsByStructure } from './lock-analysis.ts';

export { analysedBy } from './analysis-period.ts';
export { alarmFull } from './codes/code-capacity.ts';
export { readLists } from './codes/code-lists.ts';
export { addDemoAccess } from './demo.ts';
export { accessHandlers } from './handlers.ts';
export { alarmPending } from './leaving/leaving.ts';
export { openingsByStructure } from './lock-analysis.ts';

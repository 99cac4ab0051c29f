export type { ChangedState } from './events.ts';
export { makeMissing } from './missing-states.ts';
export { type StatesOf, stateIntervals } from './state-intervals.ts';

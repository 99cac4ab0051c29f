export { type Correction, correctState } from './correct-state.ts';
export type { ChangedState } from './events.ts';
export { makeMissing } from './missing-states.ts';
export type { StatesOf } from './overlapping.ts';
export { addPastStates, type PastStates } from './past-states.ts';
export { spansOn, stateIntervals } from './state-intervals.ts';
export { type HourOfWeek, hoursOfWeek, type Stays, staysIn } from './state-sums.ts';

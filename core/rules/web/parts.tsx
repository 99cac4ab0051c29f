export { ActingRules } from './ActingRules.tsx';
export { DeviceRules } from './DeviceRules.tsx';
export { ActionsInput, hasActions } from './form/ActionsInput.tsx';
export { LevelsInput } from './form/LevelsInput.tsx';
export { MinutesInput } from './form/MinutesInput.tsx';
export { noHours, OwnHours } from './form/OwnHours.tsx';
export { NamesInput } from './predicates/NamesInput.tsx';
export { ruleScreens } from './screens.ts';
export { useLimitBands } from './use-limit-bands.ts';

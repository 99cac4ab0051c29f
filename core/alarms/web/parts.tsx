export { AlarmsOfRecord } from './AlarmsOfRecord.tsx';
export { kindsOf } from './alarm-calls.ts';
export { useAlarmTexts } from './alarm-texts.ts';
export { DeviceAlarmBadge } from './DeviceAlarmBadge.tsx';

export { ActingRules } from './rules/ActingRules.tsx';
export { ActionsInput, hasActions } from './rules/ActionsInput.tsx';
export { DeviceRules } from './rules/DeviceRules.tsx';
export { LevelsInput } from './rules/LevelsInput.tsx';
export { MinutesInput } from './rules/MinutesInput.tsx';
export { noHours, OwnHours } from './rules/OwnHours.tsx';
export { alarmScreens, groupScreens, ruleScreens } from './screens.ts';
export { useAlarmMarks } from './use-alarm-marks.ts';
export { useDeviceState } from './use-device-state.ts';
export { useLimitBands } from './use-limit-bands.ts';
export { OpenAlarms } from './widgets/OpenAlarmsWidget.tsx';

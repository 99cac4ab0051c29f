export { DeviceAlarms } from './DeviceAlarms.tsx';
export { DeviceRules } from './rules/DeviceRules.tsx';
export { alarmScreens, groupScreens, ruleScreens } from './screens.ts';
export { useAlarmMarks } from './use-alarm-marks.ts';
export { useLimitBands } from './use-limit-bands.ts';

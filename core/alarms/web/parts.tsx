export { DeviceAlarms } from './DeviceAlarms.tsx';
export { alarmScreens, groupScreens } from './screens.ts';
export { useAlarmMarks } from './use-alarm-marks.ts';

export { DeviceAlarms } from './DeviceAlarms.tsx';
export { alarmScreens, groupScreens } from './screens.ts';

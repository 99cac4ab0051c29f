export { AlarmList } from './AlarmList.tsx';
export { AlarmsBesideList } from './AlarmsBesideList.tsx';
export type { AlarmSource } from './alarm-calls.ts';
export { DeviceAlarms } from './DeviceAlarms.tsx';

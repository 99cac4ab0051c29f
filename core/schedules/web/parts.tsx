export { ScheduleSelect } from './ScheduleSelect.tsx';
export { scheduleScreens } from './screens.ts';

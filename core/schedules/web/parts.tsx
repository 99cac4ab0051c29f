export { ScheduleSelect } from './ScheduleSelect.tsx';

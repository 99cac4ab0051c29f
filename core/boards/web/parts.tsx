export { useBoardPeriod } from './board-period.ts';
export { boardPages } from './pages.ts';

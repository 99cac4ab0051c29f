export { BillSoFar } from './BillSoFar.tsx';
export { meteringPages } from './pages.ts';
export { useMeterTabs } from './use-meter-tabs.tsx';

export { BillSoFar } from './BillSoFar.tsx';
export { comparePage, meteringPages } from './pages.ts';
export { useMeterTabs } from './use-meter-tabs.tsx';
export { Consumption } from './widgets/ConsumptionWidget.tsx';

export { BillSoFar } from './BillSoFar.tsx';
export { BudgetPanel } from './BudgetPanel.tsx';
export { changeOfUsage } from './change-of.ts';
export { MonthPdf } from './MonthPdf.tsx';
export { comparePage, consumptionPage, meteringPages } from './pages.ts';
export { useHighestPrice } from './use-highest-price.ts';
export { useMeterTabs } from './use-meter-tabs.tsx';
export { Consumption } from './widgets/ConsumptionWidget.tsx';

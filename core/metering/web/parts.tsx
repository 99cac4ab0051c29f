export { BudgetPanel } from './BudgetPanel.tsx';
export { BillSoFar } from './bills/BillSoFar.tsx';
export { MonthPdf } from './bills/MonthPdf.tsx';
export { changeOfUsage } from './compare/change-of.ts';
export { comparePage, consumptionPage, meteringPages } from './pages.ts';
export { useHighestPrice } from './use-highest-price.ts';
export { useMeterTabs } from './use-meter-tabs.tsx';
export { Consumption } from './widgets/ConsumptionWidget.tsx';

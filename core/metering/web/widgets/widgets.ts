import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { ConsumptionWidget } from './ConsumptionWidget.tsx';
import { MoneyWidget } from './MoneyWidget.tsx';

// The widgets of app boards are not offered on the overview, which is the first page.
const comparison = () => import('./ComparisonWidget.tsx');

export const widgets: Readonly<Record<string, WidgetPart>> = {
  money: { Content: MoneyWidget },
  consumption: { Content: ConsumptionWidget },
  'structure-comparison': {
    Content: lazyPart(async () => (await comparison()).StructureComparison),
    Options: lazyPart(async () => (await comparison()).StructureOptions),
  },
  'devices-comparison': {
    Content: lazyPart(async () => (await comparison()).DevicesComparison),
    Options: lazyPart(async () => (await comparison()).DevicesOptions),
  },
};

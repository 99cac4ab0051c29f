import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { DevicesComparison, DevicesOptions, StructureComparison, StructureOptions } from './ComparisonWidget.tsx';
import { ConsumptionWidget } from './ConsumptionWidget.tsx';
import { MoneyWidget } from './MoneyWidget.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  money: { Content: MoneyWidget },
  consumption: { Content: ConsumptionWidget },
  'structure-comparison': { Content: StructureComparison, Options: StructureOptions },
  'devices-comparison': { Content: DevicesComparison, Options: DevicesOptions },
};

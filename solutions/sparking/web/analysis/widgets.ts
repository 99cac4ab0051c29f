import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { ParkingForecast } from './ForecastWidget.tsx';
import {
  EmptiestGroups,
  FullestGroups,
  OccupationHours,
  OccupationOverTime,
  ParkingFigures,
  StayDurations,
} from './ParkingWidgets.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'parking-figures': { Content: ParkingFigures },
  'parking-occupation': { Content: OccupationOverTime },
  'parking-forecast': { Content: ParkingForecast },
  'parking-hours': { Content: OccupationHours },
  'parking-durations': { Content: StayDurations },
  'parking-fullest': { Content: FullestGroups },
  'parking-emptiest': { Content: EmptiestGroups },
};

import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import {
  Availability,
  DistanceOverTime,
  FleetFigures,
  HoursOverTime,
  MostDriven,
  VehicleStatuses,
} from './FleetWidgets.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'fleet-figures': { Content: FleetFigures },
  'fleet-statuses': { Content: VehicleStatuses },
  'fleet-distance': { Content: DistanceOverTime },
  'fleet-hours': { Content: HoursOverTime },
  'fleet-availability': { Content: Availability },
  'fleet-most-driven': { Content: MostDriven },
};

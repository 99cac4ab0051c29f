import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { IncidentHours, IncidentsOverTime } from './IncidentCharts.tsx';
import { Customers, IncidentFigures, Outcomes, Response, Sites } from './IncidentWidgets.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'incident-figures': { Content: IncidentFigures },
  'incident-times': { Content: IncidentsOverTime },
  'incident-hours': { Content: IncidentHours },
  'incident-response': { Content: Response },
  'incident-outcomes': { Content: Outcomes },
  'incident-sites': { Content: Sites },
  'incident-customers': { Content: Customers },
};

import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { CustomersWidget } from './CustomersWidget.tsx';
import { DevicesOptions, DevicesWidget } from './DevicesWidget.tsx';
import { HeadlineWidget } from './HeadlineWidget.tsx';
import { MapWidget } from './MapWidget.tsx';
import { SitesWidget } from './SitesWidget.tsx';
import { StartWidget } from './StartWidget.tsx';

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'getting-started': { Content: StartWidget },
  headline: { Content: HeadlineWidget },
  customers: { Content: CustomersWidget },
  'worst-sites': { Content: SitesWidget },
  'sites-map': { Content: MapWidget },
  'devices-readings': { Content: DevicesWidget, Options: DevicesOptions },
};

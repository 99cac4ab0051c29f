import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import type { WidgetPart } from '#platform/web/shell/routing/bind-pages.ts';
import { HeadlineWidget } from './HeadlineWidget.tsx';
import { MapWidget } from './MapWidget.tsx';
import { SitesWidget } from './SitesWidget.tsx';
import { StartWidget } from './StartWidget.tsx';

// The widgets of app boards are not offered on the overview, which is the first page; few people have customers.
const devices = () => import('./DevicesWidget.tsx');

export const widgets: Readonly<Record<string, WidgetPart>> = {
  'getting-started': { Content: StartWidget },
  headline: { Content: HeadlineWidget },
  customers: { Content: lazyPart(() => import('./CustomersWidget.tsx').then((module) => module.CustomersWidget)) },
  'worst-sites': { Content: SitesWidget },
  'sites-map': { Content: MapWidget },
  'devices-readings': {
    Content: lazyPart(async () => (await devices()).DevicesWidget),
    Options: lazyPart(async () => (await devices()).DevicesOptions),
  },
};

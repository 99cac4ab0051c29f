import { deviceAppPages, deviceAppParts, deviceHistory } from '#core/device-app/web/parts.tsx';
import { lightScreen } from '#platform/web/light/light-screen.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { sparking } from '../app.ts';

export const sparkingWeb = bindPages(
  sparking,
  {
    ...deviceAppPages(sparking),
    'locations/list': () => import('./LocationsPage.tsx'),
    'locations/add': () => import('./AddLocationPage.tsx'),
    'locations/edit/{id}': () => import('./EditLocationPage.tsx'),
    'locations/details/{id}': () => import('./LocationPage.tsx'),
    'devices/map': () => import('./DevicesMapPage.tsx'),
    'devices/history': deviceHistory,
    '/parking/{token}': lightScreen(() => import('./light/parking/index.tsx')),
  },
  {
    ...deviceAppParts(sparking),
    ahead: () => import('./devices/kept-bays.ts'),
    widgets: () => import('./analysis/widgets.ts'),
  },
);

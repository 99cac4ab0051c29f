import { deviceAppPages, deviceAppParts, deviceHistory } from '#core/device-app/web/parts.tsx';
import { lightScreen } from '#platform/web/light/light-screen.tsx';
import { bindPages, loadedLater } from '#platform/web/shell/routing/bind-pages.ts';
import { sparking } from '../app.ts';

export const sparkingWeb = bindPages(
  sparking,
  {
    ...deviceAppPages(sparking),
    ...loadedLater(
      ['locations/list', 'locations/add', 'locations/edit/{id}', 'locations/details/{id}', 'devices/map'],
      () => import('./pages.ts'),
    ),
    'devices/history': deviceHistory,
    '/parking/{token}': lightScreen(() => import('./light/parking/index.tsx')),
  },
  {
    ...deviceAppParts(sparking),
    ahead: () => import('./devices/kept-bays.ts'),
    widgets: () => import('./analysis/widgets.ts'),
  },
);

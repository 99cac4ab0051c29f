import { deviceAppPages, deviceAppParts, deviceHistory } from '#core/device-app/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { sparking } from '../app.ts';

export const sparkingWeb = bindPages(
  sparking,
  {
    ...deviceAppPages(sparking),
    'devices/map': () => import('./DevicesMapPage.tsx'),
    'devices/history': deviceHistory,
  },
  deviceAppParts(sparking),
);

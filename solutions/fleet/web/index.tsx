import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { fittingsScreen } from '#core/fittings/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { fleet } from '../app.ts';

export const fleetWeb = bindPages(
  fleet,
  {
    ...deviceAppPages(fleet),
    'devices/history': fittingsScreen,
    'vehicles/map-view': () => import('./map/VehiclesMapPage.tsx'),
  },
  deviceAppParts(fleet),
);

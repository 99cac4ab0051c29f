import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { fittingsScreen } from '#core/fittings/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { fleet } from '../app.ts';

export const fleetWeb = bindPages(
  fleet,
  {
    ...deviceAppPages(fleet),
    'devices/fittings': fittingsScreen,
    'vehicles/map-view': () => import('./map/VehiclesMapPage.tsx'),
    'vehicles/vehicles-list': () => import('./list/VehiclesPage.tsx'),
    'vehicles/vehicles-groups': () => import('./list/VehicleGroupsPage.tsx'),
    'vehicles/map-view/{id}': () => import('./vehicle/VehiclePage.tsx'),
  },
  {
    ...deviceAppParts(fleet, () => import('./search.ts')),
    lists: { device: () => import('./list/DeviceVehicles.tsx') },
  },
);

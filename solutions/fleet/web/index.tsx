import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { fittingsScreen } from '#core/fittings/web/parts.tsx';
import { bindPages, loadedLater } from '#platform/web/shell/routing/bind-pages.ts';
import { fleet } from '../app.ts';

export const fleetWeb = bindPages(
  fleet,
  {
    ...deviceAppPages(fleet),
    'devices/fittings': fittingsScreen,
    ...loadedLater(
      [
        'vehicles/map-view',
        'vehicles/vehicles-list',
        'vehicles/vehicles-groups',
        'vehicles/map-view/{id}',
        'drivers/drivers-list',
        'job-cards/kanban-view',
        'job-cards/job-list',
        'job-cards/job/{id}',
        'points-of-interests/list',
        'geofence/list',
        'routes/routes',
        'routes/create',
        'routes/update/{id}',
      ],
      () => import('./pages.ts'),
    ),
  },
  {
    ...deviceAppParts(fleet, () => import('./search.ts')),
    widgets: () => import('./analysis/widgets.ts'),
    lists: { device: () => import('./list/DeviceVehicles.tsx') },
  },
);

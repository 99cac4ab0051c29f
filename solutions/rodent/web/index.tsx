import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { devicePagePath } from '#core/devices/common/device-address.ts';
import { bindPages, loadedLater } from '#platform/web/shell/routing/bind-pages.ts';
import { rodent } from '../app.ts';

export const rodentWeb = bindPages(
  rodent,
  {
    ...deviceAppPages(rodent),
    ...loadedLater(
      [
        ...['devices/history', 'traps/plan/{id}', 'visits/calendar', 'visits/licences', 'policy/{id}'],
        '/verify-trap-document/{code}',
      ],
      () => import('./pages.ts'),
    ),
    'traps/list': () => import('./traps/TrapsPage.tsx'),
    [devicePagePath]: () => import('./traps/TrapPage.tsx'),
    'visits/list': () => import('./visits/VisitsPage.tsx'),
    'visits/visit/{id}': () => import('./visits/VisitPage.tsx'),
  },
  {
    ...deviceAppParts(rodent, () => import('./search.ts')),
    widgets: () => import('./analysis/widgets.ts'),
    lists: { device: () => import('./traps/TrapColumns.tsx') },
  },
);

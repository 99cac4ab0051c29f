import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { devicePagePath } from '#core/devices/common/device-address.ts';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { rodent } from '../app.ts';

export const rodentWeb = bindPages(
  rodent,
  {
    ...deviceAppPages(rodent),
    'devices/history': () => import('./journal/JournalPage.tsx'),
    'traps/plan/{id}': () => import('./plan/HeatPage.tsx'),
    'traps/list': () => import('./traps/TrapsPage.tsx'),
    [devicePagePath]: () => import('./traps/TrapPage.tsx'),
    'visits/list': () => import('./visits/VisitsPage.tsx'),
    'visits/calendar': () => import('./visits/VisitsCalendarPage.tsx'),
    'visits/licences': () => import('./licences/LicencesPage.tsx'),
    'visits/visit/{id}': () => import('./visits/VisitPage.tsx'),
    '/verify-trap-document/{code}': () => import('./documents/VerifyDocumentPage.tsx'),
    'policy/{id}': () => import('./visits/PolicyPage.tsx'),
  },
  {
    ...deviceAppParts(rodent, () => import('./search.ts')),
    widgets: () => import('./analysis/widgets.ts'),
    lists: { device: () => import('./traps/TrapColumns.tsx') },
  },
);

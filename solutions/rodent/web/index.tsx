import { deviceAppPages, deviceAppParts, deviceHistory } from '#core/device-app/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { rodent } from '../app.ts';

export const rodentWeb = bindPages(
  rodent,
  {
    ...deviceAppPages(rodent),
    'devices/history': deviceHistory,
    'visits/list': () => import('./visits/VisitsPage.tsx'),
    'visits/visit/{id}': () => import('./visits/VisitPage.tsx'),
    'verify-trap-document/{code}': () => import('./documents/VerifyDocumentPage.tsx'),
    'policy/{id}': () => import('./visits/PolicyPage.tsx'),
  },
  deviceAppParts(rodent, () => import('./search.ts')),
);

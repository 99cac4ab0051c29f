import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { reports } from '../app.ts';
import { verifyReportPath } from '../common/verify-path.ts';

export const reportsWeb = bindPages(reports, {
  list: () => import('./list/ReportsPage.tsx'),
  'run/{id}': () => import('./run/RunPage.tsx'),
  create: () => import('./builder/CreateReportPage.tsx'),
  'edit/{id}': () => import('./builder/EditReportPage.tsx'),
  [`${verifyReportPath}/{code}`]: () => import('./VerifyReportPage.tsx'),
});

import { bindPages, loadedLater } from '#platform/web/shell/routing/bind-pages.ts';
import { reports } from '../app.ts';
import { verifyReportPath } from '../common/verify-path.ts';

export const reportsWeb = bindPages(
  reports,
  loadedLater(['list', 'run/{id}', 'create', 'edit/{id}', `${verifyReportPath}/{code}`], () => import('./pages.ts')),
);

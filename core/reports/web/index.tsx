import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { reports } from '../app.ts';
import { verifyReportPath } from '../common/verify.ts';

export const reportsWeb = bindPages(reports, {
  [`${verifyReportPath}/{code}`]: () => import('./VerifyReportPage.tsx'),
});

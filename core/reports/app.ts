import { printPages } from '#core/print/common/pages.ts';
import { verificationPage } from '#core/print/common/verification.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { receptorRoutes } from './common/receptor.ts';
import { canDoWithReports, definitionRoutes } from './common/report.ts';
import { runRoutes } from './common/run.ts';
import { catalogueRoutes } from './common/section-catalogue.ts';
import { verifyRoutes } from './common/verify.ts';
import { verifyReportPath } from './common/verify-path.ts';

/** Reports over the data of all apps: their definitions, runs, files, schedules and recipients. */
export const reports = defineApp({
  kind: 'core',
  id: 'reports',
  brand: 'Reports',
  web: '/reports',
  api: '',
  icon: 'report-analytics',
  needs: ['accounts', 'permissions', 'places', 'print'],
  routes: {
    definition: definitionRoutes,
    run: runRoutes,
    receptor: receptorRoutes,
    catalogue: catalogueRoutes,
    verification: verifyRoutes,
  },
  roles: {
    'report.create': 'Operator',
    'report.update': 'Operator',
    'report.delete': 'Operator',
    'report.generate': 'Viewer',
    'report.send': 'Operator',
  },
  retention: { reportRuns: { min: 730, default: 730, max: 3650 } },
  pages: [
    page('', { redirects: ['list'] }),
    // After the apps, over all of which it reports.
    page('list', {
      access: canDoWithReports('read'),
      sidebar: 'applications',
      order: 1000,
      icon: 'report-analytics',
    }),
    page('run/{id}', { access: canDoWithReports('read') }),
    page('create', { access: canDoWithReports('create') }),
    page('edit/{id}', { access: canDoWithReports('update') }),
    ...printPages('dynamic-reports'),
    verificationPage(verifyReportPath),
  ],
});

import { verifyReportPath } from '../common/verify-path.ts';

/** The pages of reports by their paths. */
export const pages = {
  list: () => import('./list/ReportsPage.tsx'),
  'run/{id}': () => import('./run/RunPage.tsx'),
  create: () => import('./builder/CreateReportPage.tsx'),
  'edit/{id}': () => import('./builder/EditReportPage.tsx'),
  [`${verifyReportPath}/{code}`]: () => import('./VerifyReportPage.tsx'),
};

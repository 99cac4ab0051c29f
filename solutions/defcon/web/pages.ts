import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import { customerPages } from './customers/pages.ts';
import { policePages } from './police/pages.ts';

/** The pages that are opened less often than incidents and panels. */
export const pages: Readonly<Record<string, PageLoader>> = {
  ...policePages,
  ...customerPages,
  'alarms/status': () => import('./status/StatusAlarmsPage.tsx'),
  'groups/rules': () => import('./settings/RulesPage.tsx'),
  'device/list': () => import('./zones/ZonesPage.tsx'),
  'device/details/{id}': () => import('./zones/ZonePage.tsx'),
  'device/panel/{panelId}/details/{id}': () => import('./zones/ZonePage.tsx'),
  'device/device-assign/list': () => import('./assignments/AssignmentsPage.tsx'),
};

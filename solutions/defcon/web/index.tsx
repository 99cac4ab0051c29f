import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { defcon } from '../app.ts';
import { policePages } from './police/pages.ts';

export const defconWeb = bindPages(
  defcon,
  {
    ...deviceAppPages(defcon),
    ...policePages,
    'alarms/intrusion-alarms': () => import('./workbench/WorkbenchPage.tsx'),
    'groups/rules': () => import('./settings/RulesPage.tsx'),
    'device/list': () => import('./zones/ZonesPage.tsx'),
    'device/details/{id}': () => import('./zones/ZonePage.tsx'),
    'device/panel/{panelId}/details/{id}': () => import('./zones/ZonePage.tsx'),
    'panels/list': () => import('./panel/PanelsPage.tsx'),
    'device/device-assign/list': () => import('./assignments/AssignmentsPage.tsx'),
    'panels/details/{id}': () => import('./panel/PanelPage.tsx'),
  },
  {
    ...deviceAppParts(defcon, () => import('./search.ts')),
    places: { 'alarm-defcon': () => import('./workbench/IncidentPart.tsx') },
    widgets: () => import('./analysis/widgets.ts'),
  },
);

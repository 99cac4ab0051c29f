import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { bindPages, loadedLater } from '#platform/web/shell/routing/bind-pages.ts';
import { defcon } from '../app.ts';

export const defconWeb = bindPages(
  defcon,
  {
    ...deviceAppPages(defcon),
    ...loadedLater(
      [
        ...defcon.pages.flatMap(({ path }) => (/^(polices|security-company)\//.test(path) ? path : [])),
        ...['groups/rules', 'device/list', 'device/details/{id}', 'device/panel/{panelId}/details/{id}'],
        ...['device/device-assign/list', 'alarms/status'],
      ],
      () => import('./pages.ts'),
    ),
    'alarms/intrusion-alarms': () => import('./workbench/WorkbenchPage.tsx'),
    'panels/list': () => import('./panel/PanelsPage.tsx'),
    'panels/details/{id}': () => import('./panel/PanelPage.tsx'),
  },
  {
    ...deviceAppParts(defcon, () => import('./search.ts')),
    places: {
      'alarm-defcon': () => import('./workbench/IncidentPart.tsx'),
      'alarm-defcon-intrusion': () => import('./workbench/IncidentHead.tsx'),
    },
    widgets: () => import('./analysis/widgets.ts'),
  },
);

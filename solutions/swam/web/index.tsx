import { bindPages } from '#platform/web/shell/bind-pages.ts';
import { swam } from '../app.ts';

const deviceList = () => import('./DeviceListPage.tsx');

export const swamWeb = bindPages(
  swam,
  {
    'devices/list': deviceList,
    'devices/list/solution/{solutionId}': deviceList,
    'devices/list/solution/{solutionId}/device/{id}': () => import('./DevicePage.tsx'),
    'devices/meter/{id}': () => import('./MeterPage.tsx'),
    'devices/control-unit/{id}': () => import('./ControlUnitPage.tsx'),
    'alarms/operational': () => import('./OperationalPage.tsx'),
    'alarms/operational-history': () => import('./OperationalHistoryPage.tsx'),
    'alarms/status': () => import('./StatusPage.tsx'),
    'alarms/status-history': () => import('./StatusHistoryPage.tsx'),
    'groups/list': () => import('./GroupsPage.tsx'),
    'groups/create': () => import('./CreateGroupPage.tsx'),
    'groups/edit-permission/{id}': () => import('./PermissionGroupPage.tsx'),
    'groups/edit-notification/{id}': () => import('./NotificationGroupPage.tsx'),
    'groups/add-user': () => import('./AddGroupUserPage.tsx'),
    'groups/edit-user/{id}': () => import('./GroupUserPage.tsx'),
    'analysis/structure-portfolio': () => import('./PortfolioPage.tsx'),
  },
  { finds: () => import('./finds.ts') },
);

import { requestScreens } from '#core/device-requests/web/parts.tsx';
import { allTokensPath } from '#core/subscriptions/common/token-pages.ts';
import { ticketScreens } from '#core/support/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { management } from '../app.ts';

export const managementWeb = bindPages(management, {
  ...ticketScreens,
  ...requestScreens,
  'si/dashboard': () => import('./DashboardPage.tsx'),
  'customers/list/all': () => import('./customers/CustomersPage.tsx'),
  'customers/list/{type}': () => import('./customers/CustomersPage.tsx'),
  'customers/details/{id}': () => import('./customers/CustomerPage.tsx'),
  'customers/create': () => import('./customers/CreateCustomerPage.tsx'),
  'devices/store': () => import('./store/StorePage.tsx'),
  'devices/{appName}/{hardwareId}/{deviceId}': () => import('./DeviceOfCustomerPage.tsx'),
  'devices/store/{app}': () => import('./store/StoreAppPage.tsx'),
  [allTokensPath]: () => import('./TokensPage.tsx'),
});

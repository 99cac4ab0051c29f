import { allTokensPath } from '#core/subscriptions/common/token-pages.ts';
import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The pages of customers, their devices and their tokens, which companies without customers never open. */
export const pages: Readonly<Record<string, PageLoader>> = {
  'customers/list/all': () => import('./customers/CustomersPage.tsx'),
  'customers/list/{type}': () => import('./customers/CustomersPage.tsx'),
  'customers/details/{id}': () => import('./customers/CustomerPage.tsx'),
  'customers/create': () => import('./customers/CreateCustomerPage.tsx'),
  'devices/store': () => import('./store/StorePage.tsx'),
  'devices/{appName}/{hardwareId}/{deviceId}': () => import('./DeviceOfCustomerPage.tsx'),
  'devices/store/{app}': () => import('./store/StoreAppPage.tsx'),
  [allTokensPath]: () => import('./TokensPage.tsx'),
};

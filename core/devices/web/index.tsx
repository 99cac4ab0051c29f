import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { devices } from '../app.ts';

export const devicesWeb = bindPages(
  devices,
  {
    'users/gateways': () => import('./connection/LoraGatewaysPage.tsx'),
  },
  { search: () => import('./search.ts') },
);

import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { devices } from '../app.ts';

export const devicesWeb = bindPages(
  devices,
  {
    'devices/onboarding': () => import('./OnboardingPage.tsx'),
    'users/gateways': () => import('./LoraGatewaysPage.tsx'),
  },
  { search: () => import('./search.ts') },
);

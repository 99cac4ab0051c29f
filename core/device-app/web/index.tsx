import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { deviceAppSlice } from '../app.ts';

export const deviceAppWeb = bindPages(
  deviceAppSlice,
  {
    'all-devices/list': () => import('./DevicesPage.tsx'),
    'getting-started': () => import('./getting-started/GettingStartedPage.tsx'),
    scan: () => import('./add/ScanPage.tsx'),
  },
  {
    ahead: () => import('./kept-devices.ts'),
    widgets: () => import('./widgets/widgets.ts'),
    tones: () => import('./site-tones.ts'),
  },
);

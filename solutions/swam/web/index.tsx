import { deviceAppPages, deviceAppParts } from '#core/device-app/web/parts.tsx';
import { devicePagePath } from '#core/devices/common/device-address.ts';
import { comparePage, consumptionPage, meteringPages } from '#core/metering/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { swam } from '../app.ts';

export const swamWeb = bindPages(
  swam,
  {
    ...deviceAppPages(swam),
    ...meteringPages,
    [devicePagePath]: () => import('./DevicePage.tsx'),
    'devices/meter/{id}': () => import('./MeterPage.tsx'),
    'devices/control-unit/{id}': () => import('./ControlUnitPage.tsx'),
    'analysis/compare': comparePage,
    'analysis/consumption': consumptionPage,
    'analysis-v2/structure-portfolio': () => import('./SitesAtAGlancePage.tsx'),
    'analysis/structure-portfolio': () => import('./PortfolioPage.tsx'),
  },
  deviceAppParts(swam),
);

import { accessScreens, lockRows } from '#core/access/web/parts.tsx';
import { deviceAppPages, deviceAppParts, deviceHistory, deviceMap } from '#core/device-app/web/parts.tsx';
import { scheduleScreens } from '#core/schedules/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { metrowatch } from '../app.ts';
import { verifyColdPath } from '../common/cold/cold-routes.ts';

const tracker = () => import('./TrackerPage.tsx');

export const metrowatchWeb = bindPages(
  metrowatch,
  {
    ...deviceAppPages(metrowatch),
    ...scheduleScreens,
    ...accessScreens,
    'devices/dashboard': () => import('./DevicesDashboardPage.tsx'),
    'devices/map': deviceMap,
    'devices/history': deviceHistory,
    'devices/cold-storage/{id}': () => import('./cold/ColdStoragePage.tsx'),
    [`${verifyColdPath}/{code}`]: () => import('./cold/VerifyColdReportPage.tsx'),
    'devices/device-lock/{id}': () => import('./LockPage.tsx'),
    'devices/asset-tracker/{id}': tracker,
    'devices/external-tracking/{id}': tracker,
    'devices/personal-tracking/{id}': () => import('./PersonPage.tsx'),
    'devices/parking-occupancy/device/{id}': () => import('./ParkingPage.tsx'),
  },
  { ...deviceAppParts(metrowatch), lists: { device: lockRows } },
);

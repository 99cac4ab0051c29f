import { deviceAppPages, deviceAppParts, deviceMap } from '#core/device-app/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { metrowatch } from '../app.ts';

const tracker = () => import('./TrackerPage.tsx');

export const metrowatchWeb = bindPages(
  metrowatch,
  {
    ...deviceAppPages,
    'devices/map': deviceMap,
    'devices/asset-tracker/{id}': tracker,
    'devices/external-tracking/{id}': tracker,
    'devices/personal-tracking/{id}': tracker,
  },
  deviceAppParts(metrowatch as AppManifest),
);

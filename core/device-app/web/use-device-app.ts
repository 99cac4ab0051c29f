import type { AppManifest } from '#platform/common/define-app.ts';
import { usualPage } from '#platform/common/pages/placed-pages.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { canOpen } from '#platform/web/shell/routing/first-page.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { DeviceAppRoutes } from '../common/device-app.ts';

export type DeviceAppCalls = Client<DeviceAppRoutes>;
export type DeviceApp = { app: AppManifest; calls: DeviceAppCalls };

const calls = mountedCalls<DeviceAppRoutes>('device');
const cached = new WeakMap<AppManifest, DeviceApp>();

/** The calls that `deviceApp` adds to an app. Returns the same object each time. */
export function deviceAppOf(app: AppManifest): DeviceApp {
  const deviceApp = cached.get(app) ?? { app, calls: calls.of(app) };
  cached.set(app, deviceApp);
  return deviceApp;
}

/** The app of the current page with its calls. Throws outside of a page of an app. */
export function useDeviceApp(): DeviceApp {
  const handle = usePageHandle();
  if (!handle) throw new Error('useDeviceApp needs a page of an app with devices');
  return deviceAppOf(handle.app);
}

/** The apps whose page of this usual path the person may open. */
export const appsWith = (usual: string): AppManifest[] =>
  registeredApps().filter((app) => {
    const page = usualPage(app, usual);
    return page !== undefined && canOpen(app, page);
  });

import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf } from '#platform/web/client/client-of.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { DeviceAppRoutes } from '../common/device-app.ts';

export type DeviceAppCalls = Client<DeviceAppRoutes>;
export type DeviceApp = { app: AppManifest; calls: DeviceAppCalls };

const cached = new WeakMap<AppManifest, DeviceApp>();

/** The calls that an app has by `deviceApp`; the same object each time. */
export function deviceAppOf(app: AppManifest): DeviceApp {
  const found = cached.get(app) ?? { app, calls: clientOf(app) as unknown as DeviceAppCalls };
  cached.set(app, found);
  return found;
}

/** The app of the page that is shown, with its calls on devices. */
export function useDeviceApp(): DeviceApp {
  const handle = usePageHandle();
  if (!handle) throw new Error('useDeviceApp needs a page of an app with devices');
  return deviceAppOf(handle.app);
}

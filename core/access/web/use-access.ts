import { type DeviceApp, useDeviceApp } from '#core/device-app/web/parts.tsx';
import type { Client } from '#platform/web/client/client-of.ts';
import type { AccessRoutes } from '../common/access.ts';

export type AccessCalls = Client<AccessRoutes>;

/** The app of the current page with its calls of access. */
export function useAccess(): { app: DeviceApp['app']; calls: AccessCalls } {
  const { app, calls } = useDeviceApp();
  return { app, calls: calls as unknown as AccessCalls };
}

/** The filter of a list of devices that leaves the locks of the app. */
export const locksOnly = ({ access }: DeviceApp['app']): { hardwareId: string } => ({
  hardwareId: Object.keys(access?.models ?? {}).join(','),
});

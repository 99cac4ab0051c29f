import { type DeviceApp, useDeviceApp } from '#core/device-app/web/parts.tsx';
import type { Client } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import type { AccessRoutes } from '../common/access.ts';

export type AccessCalls = Client<AccessRoutes>;

/** The calls of the apps that mount access. */
export const accessCalls = mountedCalls<AccessRoutes>('accessToken');

/** The app of the current page with its calls of access. */
export function useAccess(): { app: DeviceApp['app']; calls: AccessCalls } {
  const { app } = useDeviceApp();
  return { app, calls: accessCalls.of(app) };
}

/** The filter that reduces a list of devices to the installed locks of the app; one in stock cannot be opened. */
export const installedLocks = ({ access }: DeviceApp['app']) => ({
  hardwareId: Object.keys(access?.models ?? {}).join(','),
  state: 'installed',
});

/** Groups the locks of a site in lists to choose from. */
export const siteBySite = { structureId: 'asc' } as const;
export const siteOf = ({ structure }: { structure?: { name: string } | null }): string | undefined => structure?.name;

import { type DeviceApp, useDeviceApp } from '#core/device-app/web/parts.tsx';
import type { Client } from '#platform/web/client/client-of.ts';
import type { AccessRoutes } from '../common/access.ts';

export type AccessCalls = Client<AccessRoutes>;

/** The app of the current page with its calls of access. */
export function useAccess(): { app: DeviceApp['app']; calls: AccessCalls } {
  const { app, calls } = useDeviceApp();
  return { app, calls: calls as unknown as AccessCalls };
}

/** The filter that reduces a list of devices to the installed locks of the app; one in stock cannot be opened. */
export const installedLocks = ({ access }: DeviceApp['app']) => ({
  hardwareId: Object.keys(access?.models ?? {}).join(','),
  state: 'installed',
});

/** Groups the locks of a site in lists to choose from. */
export const siteBySite = { structureId: 'asc' } as const;
export const siteOf = ({ structure }: { structure?: { name: string } | null }): string | undefined => structure?.name;

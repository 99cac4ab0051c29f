import { type DeviceApp, useDeviceApp } from '#core/device-app/web/parts.tsx';
import type { Client } from '#platform/web/client/client-of.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { MeteringRoutes } from '../common/metering.ts';

export type MeteringCalls = Client<MeteringRoutes>;

/** The app of the current page with its metering calls. */
export function useMetering(): { app: DeviceApp['app']; calls: MeteringCalls } {
  const { app, calls } = useDeviceApp();
  return { app, calls: calls as unknown as MeteringCalls };
}

export const hasStatus = (error: Error | null, status: number): boolean =>
  error instanceof RequestError && error.status === status;

import { type DeviceApp, useDeviceApp } from '#core/device-app/web/parts.tsx';
import type { Client } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { MeteringRoutes } from '../common/metering.ts';

export type MeteringCalls = Client<MeteringRoutes>;

const calls = mountedCalls<MeteringRoutes>('tariff');

/** The app of the current page with its metering calls. */
export function useMetering(): { app: DeviceApp['app']; calls: MeteringCalls } {
  const { app } = useDeviceApp();
  return { app, calls: calls.of(app) };
}

export const hasStatus = (error: Error | null, status: number): boolean =>
  error instanceof RequestError && error.status === status;

import { useMemo } from 'react';
import type { DevicePage, DeviceRoutes } from '#core/devices/common/device.ts';
import { commonSensors } from '#core/devices/common/quantities.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf, type Endpoint, type Page } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';

type DeviceCalls = Client<{ device: DeviceRoutes }>['device'];
const callsOf = (app: AppManifest) => clientOf(app).device as unknown as DeviceCalls;

/** The call that lists the devices of an app. */
export const deviceList = (app: AppManifest): Endpoint => callsOf(app).list as unknown as Endpoint;

/** The device of a rule with its latest values; undefined while there is none. */
export function useDevice(app: AppManifest, id: number | null): DevicePage | undefined {
  const query = useData(callsOf(app).get, { params: { id: id ?? 0 } }, { silent: true, enabled: id !== null });
  return id === null ? undefined : query.data;
}

/** The app's call that lists the sensors of its models. */
const sensorTypesOf = (app: AppManifest): Endpoint | undefined =>
  Object.values(clientOf(app))
    .flatMap((set) => Object.values(set))
    .find(({ route }) => route.path === '/sensor-type');

/** The keys of the sensors that models of a solution have, or of all models (null). */
export function useSensors(app: AppManifest, solutionId: number | null): string[] {
  const call = useMemo(() => sensorTypesOf(app), [app]);
  const query = useData(
    call as Endpoint,
    {},
    { staleTime: Number.POSITIVE_INFINITY, silent: true, enabled: call !== undefined },
  );
  const page = query.data as Page<{ name: string; solutionIds: number[] }> | undefined;
  return useMemo(() => {
    const offered = page?.data.filter(({ solutionIds }) => solutionId === null || solutionIds.includes(solutionId));
    return [...new Set([...(offered ?? []).map(({ name }) => name), ...commonSensors])];
  }, [page, solutionId]);
}

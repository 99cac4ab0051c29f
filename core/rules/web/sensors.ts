import { useMemo } from 'react';
import type { DeviceDetail, DeviceRoutes } from '#core/devices/common/device.ts';
import { commonSensors } from '#core/devices/common/models/quantities.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { clientOf, type Endpoint, type ReplyPage } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';

const calls = mountedCalls<{ device: DeviceRoutes }>('device');

/** The call that lists the devices of an app. */
export const deviceListCall = (app: AppManifest): Endpoint<DeviceRoutes['list']> => calls.of(app).device.list;

/** The device of a rule with its latest values; undefined while there is none. */
export function useRuleDevice(app: AppManifest, id: number | null): DeviceDetail | undefined {
  const query = useData(calls.of(app).device.get, { params: { id: id ?? 0 } }, { silent: true, enabled: id !== null });
  return id === null ? undefined : query.data;
}

/** A list of the app that it may mount at this path. */
function useCatalogue<Row>(app: AppManifest, path: string): readonly Row[] | undefined {
  const call = useMemo(
    () =>
      Object.values(clientOf(app))
        .flatMap((set) => Object.values(set))
        .find(({ route }) => route.path === path),
    [app, path],
  );
  const query = useData(call as Endpoint, {}, { silent: true, enabled: call !== undefined });
  return (query.data as ReplyPage<Row> | undefined)?.data;
}

/** The keys of the sensors that models of a solution have; for null, those of all solutions with devices. */
export function useSensors(app: AppManifest, solutionId: number | null): string[] {
  const types = useCatalogue<{ name: string; solutionIds: number[] }>(app, '/sensor-type');
  const inUse = useCatalogue<{ id: number }>(app, '/user-solutions');
  return useMemo(() => {
    const solutions = solutionId === null ? inUse?.map(({ id }) => id) : [solutionId];
    // Without any device all sensors are offered.
    const offered = types?.filter(
      ({ solutionIds }) => !solutions?.length || solutionIds.some((id) => solutions.includes(id)),
    );
    return [...new Set([...(offered ?? []).map(({ name }) => name), ...commonSensors])];
  }, [types, inUse, solutionId]);
}

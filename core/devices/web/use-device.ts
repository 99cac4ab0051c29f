import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live.ts';
import { patchQueries, refetchQueries } from '#platform/web/client/live-queries.ts';
import type { DevicePage, DeviceRoutes } from '../common/device.ts';
import { deviceTopic, patchDevice } from './patch-device.ts';

/** The device calls of an app. */
export type DeviceCalls = Client<{ device: DeviceRoutes }>['device'];

/** A device with its latest values, updated live. */
export function useDevice(calls: DeviceCalls, id: number) {
  const client = useQueryClient();
  const args = { params: { id } };
  const query = useData(calls.get, args, { silent: true, enabled: Number.isInteger(id) && id > 0 });
  useLive(
    [deviceTopic(id), 'devices'],
    (event) => {
      if (event.topic === 'devices' && (event.data as { id: number }).id !== id) return;
      let patched = true;
      patchQueries<DevicePage>(client, calls.get.key(args), (device) => {
        const after = patchDevice(device, event);
        patched &&= after !== null;
        return after ?? device;
      });
      if (!patched) refetchQueries(client, calls.get.keyPrefix);
    },
    calls.get.key(args),
  );
  return query;
}

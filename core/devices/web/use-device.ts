import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live.ts';
import { patchQueries, refetchQueries } from '#platform/web/client/live-queries.ts';
import type { DevicePage, DeviceRoutes } from '../common/device.ts';
import { patchDevice, topicOf } from './patch-device.ts';

/** The calls on devices that an app mounts. */
export type DeviceCalls = Client<{ device: DeviceRoutes }>['device'];

/** One device with its newest values, changing as it reports. */
export function useDevice(calls: DeviceCalls, id: number) {
  const client = useQueryClient();
  const args = { params: { id } };
  const found = useData(calls.get, args, { silent: true, enabled: Number.isInteger(id) && id > 0 });
  useLive(
    [topicOf(id), 'devices'],
    (event) => {
      if (event.topic === 'devices' && (event.data as { id: number }).id !== id) return;
      let told = true;
      patchQueries<DevicePage>(client, calls.get.key(args), (device) => {
        const after = patchDevice(device, event);
        told &&= after !== null;
        return after ?? device;
      });
      if (!told) refetchQueries(client, calls.get.keyPrefix);
    },
    calls.get.key(args),
  );
  return found;
}

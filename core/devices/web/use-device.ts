import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { patchQueries, refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import type { Device, DeviceDetail, DeviceRoutes } from '../common/device.ts';
import { api } from './api.ts';
import { deviceTopic, patchDevice, patchPosition } from './patch-device.ts';

type Routes = { device: DeviceRoutes };
/** The device calls of an app. */
export type DeviceCalls = Client<Routes>['device'];

const calls = mountedCalls<Routes>('device');

/** The device calls of an app. Throws for an app without devices. */
export const deviceCallsOf = (app: AppManifest): DeviceCalls => calls.of(app).device;

/** A device with its latest values, updated live. */
export function useDevice(calls: DeviceCalls, id: number) {
  const client = useQueryClient();
  const args = { params: { id } };
  const query = useData(calls.get, args, { silent: true, enabled: Number.isInteger(id) && id > 0 });
  useListedDevice(calls, id, query.error);
  useLive(
    [deviceTopic(id), 'devices'],
    (event) => {
      if (event.topic === 'devices' && (event.data as { id: number }).id !== id) return;
      let patched = true;
      patchQueries<DeviceDetail>(client, calls.get.key(args), (device) => {
        const after = patchDevice(device, event);
        patched &&= after !== null;
        return patchPosition(after ?? device, event);
      });
      if (!patched) refetchQueries(client, calls.get.keyPrefix);
    },
    calls.get.key(args),
  );
  return query;
}

/**
 * A device that cannot be read without a network is shown as the lists have it: its name, place and last values. It is
 * read again once the server can be reached.
 */
function useListedDevice(calls: DeviceCalls, id: number, error: Error | null): void {
  const client = useQueryClient();
  const unreachable = error instanceof RequestError && error.status === 0;
  useEffect(() => {
    const key = calls.get.key({ params: { id } });
    if (!unreachable || client.getQueryData(key)) return;
    const found = listedDevice(client, calls, id);
    if (!found) return;
    client.setQueryData<DeviceDetail>(key, pageOf(found.row), { updatedAt: found.at });
    void client.invalidateQueries({ queryKey: key, refetchType: 'none' });
  }, [client, calls, id, unreachable]);
}

/** Whether a query is a list of devices: of the app, or of all apps. */
const isListOf = (key: QueryKey, calls: DeviceCalls): boolean =>
  [calls.list.keyPrefix, api.deskDevice.list.keyPrefix].some((prefix) =>
    prefix.every((part, position) => key[position] === part),
  );

/** The row of the device in the newest reply of a list, and when it was read. */
function listedDevice(client: QueryClient, calls: DeviceCalls, id: number): { row: Device; at: number } | undefined {
  return client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => isListOf(queryKey, calls) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state: { data, dataUpdatedAt: at } }) =>
      ((data as { data?: Device[] } | undefined)?.data ?? []).map((row) => ({ row, at })),
    )
    .find(({ row }) => row.id === id);
}

/** Data that lists do not contain is unknown on the page of the device. */
const pageOf = (row: Device): DeviceDetail => ({
  ...row,
  activationAt: null,
  expirationAt: null,
  attributes: {},
  exampleValues: {},
  suspendedReason: null,
  supervisionSeconds: null,
  paths: [],
  channelSensors: null,
  position: null,
  zone: companyZone(),
  credentialName: null,
});

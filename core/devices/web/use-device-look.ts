import { useMemo } from 'react';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { iconNamed } from '#platform/web/shell/icons.ts';
import { devices } from '../app.ts';
import type { Device } from '../common/device.ts';

const { meta } = clientOf(devices);

type Of = Pick<Device, 'id' | 'app' | 'solutionId'>;

/** What devices of any app are drawn as and where they are looked at. The same object until more is known. */
export function useDeviceLook() {
  const found = useData(meta.read, {}, { staleTime: Number.POSITIVE_INFINITY });
  const apps = found.data?.apps;
  return useMemo(() => lookOf(apps ?? []), [apps]);
}

function lookOf(apps: Awaited<ReturnType<typeof meta.read.send>>['apps']) {
  return {
    iconOf: ({ app, solutionId }: Of) =>
      iconNamed(apps.find((one) => one.id === app)?.solutions.find((one) => one.id === solutionId)?.icon),
    addressOf: ({ app, solutionId, id }: Of): string => {
      const web = apps.find((one) => one.id === app)?.web;
      return web ? `${web}/devices/list/solution/${solutionId}/device/${id}` : '';
    },
  };
}
export type DeviceLook = ReturnType<typeof useDeviceLook>;

/** How a device is, as a colour that goes with an icon and a word. */
export const deviceState = ({ online, token }: Pick<Device, 'online' | 'token'>) =>
  token !== 'active' ? 'hidden' : online ? 'online' : 'offline';

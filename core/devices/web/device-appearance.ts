import type { AppManifest } from '#platform/common/define-app.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import type { Device } from '../common/device.ts';
import { deviceAddress } from '../common/device-address.ts';
import { solutionIcon } from './solution-icon.ts';

type DeviceRef = Pick<Device, 'id' | 'app' | 'solutionId'>;

const appOf = ({ app }: Pick<Device, 'app'>): AppManifest | undefined => registeredApps().find(({ id }) => id === app);

/** The icon and the page of devices of any app, from its manifest. */
export const deviceAppearance = {
  iconOf: (device: Pick<Device, 'app' | 'solutionId'>) => solutionIcon(appOf(device), device.solutionId),
  addressOf(device: DeviceRef): string {
    const app = appOf(device);
    return app ? deviceAddress(app, device) : '';
  },
};
export type DeviceAppearance = typeof deviceAppearance;

/** The state of a device as a colour, which complements an icon and a text. */
export const deviceState = ({ connection, token }: Pick<Device, 'connection' | 'token'>) =>
  token === 'active' ? connection : 'hidden';

import { allDevices } from '#core/devices/common/device-desk.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { deviceAppSlice } from '../../app.ts';

export const { overview } = clientOf(deviceAppSlice);

/** The address of the devices of all apps. */
export const devicesOf = allDevices;

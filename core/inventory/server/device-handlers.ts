import type { DeviceRoutes } from '#core/devices/common/device.ts';
import { readDeviceDetail, visibleDevice } from '#core/devices/server/api.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { openForClaiming } from './claim.ts';
import { createDevice } from './create-device.ts';
import { changeOwner } from './owner.ts';

type Served = 'create' | 'owner' | 'claimKey';

/** Serves the calls of `deviceRoutes` of an app by which devices come into the inventory and leave it. */
export const deviceInventoryHandlers = (app: string): Pick<Handlers<DeviceRoutes>, Served> => ({
  async create(context) {
    return readDeviceDetail(context, await createDevice(context, app));
  },
  async owner(context) {
    const { tx, params, body, actor } = context;
    return changeOwner(context, await visibleDevice(tx, actor, app, params.id, 'transfer'), body.customerId);
  },
  async claimKey({ tx, params, actor }) {
    const device = await visibleDevice(tx, actor, app, params.id, 'transfer');
    return { serial: device.serial, key: await openForClaiming(tx, device) };
  },
});

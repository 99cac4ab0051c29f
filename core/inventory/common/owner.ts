import { z } from 'zod';
import { newOwner } from '#core/devices/common/owner.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const recordId = z.number('Required').int().positive('pleaseInputIDRight').max(2_147_483_647, 'pleaseInputIDRight');

/** Devices of all apps, by the owner's administrators. */
export const deviceOwnerRoutes = {
  change: route.patch('/device/owner', {
    access: canDo('product.device', 'transfer'),
    body: z.object({ id: recordId, customerId: recordId }),
    reply: newOwner,
    idempotent: true,
  }),
};

export const ownerRoles = { 'device.transfer': 'Admin' } as const;

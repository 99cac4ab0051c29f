import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Actor } from '#platform/server/serve.ts';

type Known = { id: number; companyId: number };

/** Adds a line to the device's own history, within the change that it tells of. */
export async function logDevice(tx: Tx, device: Known, kind: string, actor: Actor | null, data: object): Promise<void> {
  await tx
    .insertInto('deviceLog')
    .values({
      deviceId: device.id,
      companyId: device.companyId,
      kind,
      actorId: actor?.session.user.id ?? null,
      data: JSON.stringify(data),
      at: new Date().toISOString(),
    })
    .execute();
}

/** Tells open pages, gateways and workers that what they know of the device is out of date. */
export function deviceChanged(kit: Kit, device: Known): void {
  kit.live.publish({ topic: 'devices', type: 'changed', companyId: device.companyId, data: { id: device.id } });
}

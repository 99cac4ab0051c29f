import { insertDevice, logDevice, type NewDevice, setCredential } from '#core/devices/server/api.ts';
import { addRunningToken } from '#core/subscriptions/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

type InstalledDevice = NewDevice & {
  structureId: number;
  floorId?: number | null;
  spaceId?: number | null;
  secret: string;
  /** Days since its token was activated and until it expires; null is a device without a token. */
  token: { activatedDaysAgo: number; expiresInDays: number } | null;
};

/** Adds an installed device that can connect at once, and returns its id. Runs as the role that sees all rows. */
export async function addInstalledDevice(tx: Tx, device: InstalledDevice): Promise<number> {
  const { companyId, app, solutionId, hardwareId, name, serial, structureId, token } = device;
  const { floorId = null, spaceId = null } = device;
  const id = await insertDevice(
    tx,
    { companyId, app, solutionId, hardwareId, name, serial },
    { structureId, floorId, spaceId },
  );
  if (token) await addRunningToken(tx, { id, companyId, app, solutionId }, token);
  await setCredential(tx, id, serial, device.secret);
  await logDevice(tx, { id, companyId }, 'installed', null, {});
  return id;
}

/** Adds a device to the inventory of a company and returns its id. Runs as the role that sees all rows. */
export async function addDeviceInStock(tx: Tx, device: NewDevice): Promise<number> {
  const id = await insertDevice(tx, device);
  await logDevice(tx, { id, companyId: device.companyId }, 'added', null, {});
  return id;
}

import { sql } from 'kysely';
import { countDevices } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { countChanges } from './device-changes.ts';

/** The rows of devices, for the inventory, which adds devices, gives them away and takes them back. */

export type NewDevice = {
  companyId: number;
  app: string;
  solutionId: number;
  hardwareId: number;
  name: string;
  serial: string;
};

/** Adds a device: to the inventory, or installed in a structure. Returns its id. It has no subscription and no secret. */
export async function insertDevice(
  tx: Tx,
  { companyId, app, solutionId, hardwareId, name, serial }: NewDevice,
  {
    structureId,
    floorId = null,
    spaceId = null,
  }: { structureId: number | null; floorId?: number | null; spaceId?: number | null } = { structureId: null },
): Promise<number> {
  const state = structureId === null ? 'inventory' : 'installed';
  const { id } = await tx
    .insertInto('device')
    .values({
      companyId,
      app,
      solutionId,
      hardwareId,
      name,
      serial,
      state,
      hasToken: false,
      structureId,
      floorId,
      spaceId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await countDevices(tx, countChanges({ companyId, solutionId, structureId: null }, structureId));
  return id;
}

/** The state of the device that the company has or had with this serial number; one in use comes first. */
export const stateOfSerial = async (tx: Tx, companyId: number, serial: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('device')
      .select('state')
      .where('serial', '=', serial)
      .where('companyId', '=', companyId)
      .orderBy(sql`state = 'removed'`)
      .executeTakeFirst()
  )?.state;

/** Whether the company has a device in use with the serial number of this one. */
export async function hasSameSerial(tx: Tx, companyId: number, deviceId: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM device o JOIN device d USING (serial) WHERE d.id = ${deviceId} AND o.company_id = ${companyId} AND o.state <> 'removed'`.execute(
    tx,
  );
  return found.rows.length > 0;
}

export type DeployedDevice = { id: number; companyId: number; hardwareId: number; state: string; hasToken: boolean };

/** The device in use with a serial number, locked: one that was deployed for any company, else the company's own. */
export async function lockDeployed(tx: Tx, companyId: number, serial: string): Promise<DeployedDevice | undefined> {
  const found = await sql<DeployedDevice>`
    SELECT id, company_id, hardware_id, state, has_token FROM device
     WHERE serial = ${serial} AND state <> 'removed' AND (proven OR company_id = ${companyId}) ORDER BY proven DESC FOR UPDATE`.execute(
    tx,
  );
  return found.rows[0];
}

/** Adds a deployed device to the inventory. Returns undefined if it was entered or deployed at the same time. */
export async function insertDeployed(
  tx: Tx,
  { companyId, app, solutionId, hardwareId, name, serial }: NewDevice,
): Promise<number | undefined> {
  const made = await tx
    .insertInto('device')
    .values({
      companyId,
      app,
      solutionId,
      hardwareId,
      name,
      serial,
      proven: true,
      state: 'inventory',
      hasToken: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** Records that the platform has deployed the device, with the attributes on its label. */
export async function recordDeployed(tx: Tx, id: number, attributes: object): Promise<void> {
  await sql`UPDATE device SET proven = true, attributes = attributes || ${JSON.stringify(attributes)}::jsonb WHERE id = ${id}`.execute(
    tx,
  );
}

/** Ends the connections of devices by deleting their secrets. Runs as the role that sees all rows. */
export async function removeSecrets(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('deviceCredential').where('deviceId', '=', anyOf(ids)).execute();
  await tx.updateTable('device').set({ secretAt: null }).where('id', '=', anyOf(ids)).execute();
}

/** Removes a device of the inventory, with its secret. Runs as the role that sees all rows. */
export async function removeFromInventory(tx: Tx, id: number): Promise<void> {
  await removeSecrets(tx, [id]);
  await tx.updateTable('device').set({ state: 'removed', connection: 'offline' }).where('id', '=', id).execute();
  await tx.updateTable('deviceState').set({ online: false }).where('deviceId', '=', id).execute();
}

/** Adds a device to the inventory of a company with the same model, name and serial number as another one. */
export async function copyToInventory(tx: Tx, id: number, companyId: number): Promise<number> {
  const made = await sql<{ id: number }>`
    INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, proven, state, has_token)
    SELECT ${companyId}, app, solution_id, hardware_id, name, serial, proven, 'inventory', false FROM device WHERE id = ${id} RETURNING id`.execute(
    tx,
  );
  return made.rows[0]?.id as number;
}

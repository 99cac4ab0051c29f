import { sql } from 'kysely';
import { grantApp } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { faultForModel, type Label, readLabel, serialNumber } from '../../common/inventory/serial.ts';
import { logDevices } from '../device-changes.ts';
import { type DevicePlacement, takeOut } from '../placement.ts';
import { withdrawTokens } from '../subscriptions/token-blocks.ts';

export type DeviceToDeploy = {
  companyId: number;
  app: string;
  solutionId: number;
  hardwareId: number;
  /** The serial number, or the text of a label that has one. */
  serial: string;
  /** By default the name of the model with the end of the serial number. */
  name: string | null;
  /** The months of its subscription; 0 brings none. */
  months: number;
  source: 'free' | 'bought';
  /** The deployer, and the purpose. */
  by: number | null;
  order: string;
};
type Stored = { id: number; companyId: number; hardwareId: number; state: string; hasToken: boolean };

/** The label of a device of the model; refuses with 418 of `serial` if it does not fit. */
function fittingLabel(
  apps: readonly AppManifest[],
  { app, hardwareId, serial }: DeviceToDeploy,
): Label & { serial: string; modelName: string } {
  const manifest = apps.find(({ id }) => id === app);
  if (!manifest) throw refuse(409, 'app-hidden', {}, '20070005');
  const label = readLabel(serial);
  if (label.serial === null) {
    const fault = serialNumber().safeParse(serial).error?.issues[0]?.message;
    throw invalid('serial', fault ?? 'invalidSerial');
  }
  const model = manifest.hardware?.find(({ id }) => id === hardwareId);
  const fault = faultForModel(label.serial, model?.serials);
  if (fault) throw refuse(409, 'wrong-serial-kind', { fault }, '20070002');
  return { ...label, serial: label.serial, modelName: model?.name.en ?? app };
}

/**
 * The device in use that has the serial number: the buyer's own in the inventory is taken over; another one of the
 * buyer, or one that was deployed for another company, causes a refusal.
 */
function assertUsable(known: Stored, { companyId, hardwareId }: DeviceToDeploy): void {
  if (known.companyId !== companyId || known.state !== 'inventory' || known.hasToken)
    throw refuse(409, 'serial-in-use', {}, '20070001');
  if (known.hardwareId !== hardwareId) throw refuse(409, 'other-hardware', {}, '20070003');
}

/**
 * Puts a bought device into the inventory of its company, with the subscription that it brings, and lets the company
 * hold the app. The connection secret is created by its installer. Runs as the role that sees all rows.
 */
export async function deployDevice(
  tx: Tx,
  apps: readonly AppManifest[],
  device: DeviceToDeploy,
): Promise<{ deviceId: number; tokenId: number | null; serial: string }> {
  const { serial, attributes, modelName } = fittingLabel(apps, device);
  const { companyId, app, solutionId, hardwareId } = device;
  const found = await sql<Stored>`
    SELECT id, company_id, hardware_id, state, has_token FROM device
     WHERE serial = ${serial} AND state <> 'removed' AND (proven OR company_id = ${companyId}) ORDER BY proven DESC FOR UPDATE`.execute(
    tx,
  );
  const [known] = found.rows;
  if (known) assertUsable(known, device);
  const name = device.name ?? `${modelName} ${serial.slice(-4)}`;
  const deviceId =
    known?.id ??
    (
      await sql<{ id: number }>`
        INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, proven, state, has_token)
        VALUES (${companyId}, ${app}, ${solutionId}, ${hardwareId}, ${name}, ${serial}, true, 'inventory', false)
        ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
    ).rows[0]?.id;
  // It was entered or deployed at the same time.
  if (deviceId === undefined) throw refuse(409, 'serial-in-use', {}, '20070001');
  if (known) await sql`UPDATE device SET proven = true WHERE id = ${deviceId}`.execute(tx);
  if (Object.keys(attributes).length > 0)
    await sql`UPDATE device SET attributes = attributes || ${JSON.stringify(attributes)}::jsonb WHERE id = ${deviceId}`.execute(
      tx,
    );
  const token =
    device.months === 0
      ? undefined
      : await sql<{ id: number }>`
          INSERT INTO device_token (company_id, app, solution_ids, source, months, device_id)
          VALUES (${companyId}, ${app}, ${[solutionId]}, ${device.source}, ${device.months}, ${deviceId}) RETURNING id`.execute(
          tx,
        );
  await grantApp(tx, app, [companyId]);
  await logDevices(
    tx,
    [{ device: { id: deviceId, companyId }, kind: 'deployed', data: { order: device.order } }],
    device.by,
  );
  return { deviceId, tokenId: token?.rows[0]?.id ?? null, serial };
}

/**
 * Removes a device that was deployed by mistake or is defective from the inventory, and gives its subscription to the
 * replacement. Runs as the role that sees all rows.
 */
export async function replaceDevice(tx: Tx, ids: { before: number; after: number }, by: number | null): Promise<void> {
  const found = await sql<{ id: number; companyId: number; state: string }>`
    SELECT id, company_id, state FROM device WHERE id = ${ids.before} FOR UPDATE`.execute(tx);
  const [before] = found.rows;
  if (!before) throw refuse(404, 'not-found');
  if (before.state === 'installed') throw refuse(409, 'device-installed', {}, '20070006');
  await sql`DELETE FROM device_credential WHERE device_id = ${before.id}`.execute(tx);
  await sql`DELETE FROM device_claim WHERE device_id = ${before.id}`.execute(tx);
  await sql`UPDATE device SET state = 'removed', connection = 'offline', secret_at = NULL WHERE id = ${before.id}`.execute(
    tx,
  );
  await sql`UPDATE device_token SET device_id = ${ids.after} WHERE device_id = ${before.id} AND company_id = ${before.companyId}`.execute(
    tx,
  );
  await logDevices(tx, [{ device: before, kind: 'removed', data: {} }], by);
}

/**
 * Takes devices back from their owner, installed or not: they are removed, and their subscriptions blocked. Readings,
 * alarms and logs stay with the owner. Devices that the owner has removed or given away are not changed. Runs as the
 * role that sees all rows.
 */
export async function takeBackDevices(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  const { tx } = context;
  const found = await sql<DevicePlacement & { tokenId: number | null }>`
    SELECT d.id, d.company_id, d.app, d.solution_id, d.state, d.structure_id, d.floor_id, d.space_id,
           (SELECT t.id FROM device_token t WHERE t.device_id = d.id) AS token_id
      FROM device d WHERE d.id = ANY (${ids}::integer[]) AND d.state <> 'removed' ORDER BY d.id FOR UPDATE OF d`.execute(
    tx,
  );
  const taken = found.rows.map(({ id }) => id);
  await withdrawTokens(
    tx,
    found.rows.flatMap(({ tokenId }) => tokenId ?? []),
    reason,
  );
  await sql`DELETE FROM device_credential WHERE device_id = ANY (${taken}::integer[])`.execute(tx);
  await sql`DELETE FROM device_claim WHERE device_id = ANY (${taken}::integer[])`.execute(tx);
  await sql`UPDATE device SET secret_at = NULL WHERE id = ANY (${taken}::integer[])`.execute(tx);
  for (const device of found.rows) await takeOut(context, device, 'removed');
}

import { grantApp } from '#core/accounts/server/api.ts';
import { faultForModel, type Label, readLabel, serialNumber } from '#core/devices/common/serial.ts';
import {
  type DeployedDevice,
  insertDeployed,
  lockDeployed,
  lockDevice,
  lockPlaced,
  logDevices,
  recordDeployed,
  removeFromInventory,
  removeSecrets,
  takeOut,
} from '#core/devices/server/api.ts';
import { addWaitingToken, passTokenOn, tokensOfDevices, withdrawTokens } from '#core/subscriptions/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';

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
  /** What had happened before, for the log of the device. */
  past?: readonly { kind: string; at: string; data: object }[];
};

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
function assertUsable(known: DeployedDevice, { companyId, hardwareId }: DeviceToDeploy): void {
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
  const known = await lockDeployed(tx, companyId, serial);
  if (known) assertUsable(known, device);
  const name = device.name ?? `${modelName} ${serial.slice(-4)}`;
  const made = { companyId, app, solutionId, hardwareId, name, serial };
  const deviceId = known?.id ?? (await insertDeployed(tx, made));
  // It was entered or deployed at the same time.
  if (deviceId === undefined) throw refuse(409, 'serial-in-use', {}, '20070001');
  if (known || Object.keys(attributes).length > 0) await recordDeployed(tx, deviceId, attributes);
  const subscribed = { id: deviceId, companyId, app, solutionId };
  const tokenId = device.months === 0 ? null : await addWaitingToken(tx, subscribed, device);
  await grantApp(tx, app, [companyId]);
  const logged = { id: deviceId, companyId };
  await logDevices(
    tx,
    (device.past ?? []).map((line) => ({ device: logged, ...line })),
    null,
  );
  await logDevices(tx, [{ device: logged, kind: 'deployed', data: { order: device.order } }], device.by);
  return { deviceId, tokenId, serial };
}

/**
 * Removes a device that was deployed by mistake or is defective from the inventory, and gives its subscription to the
 * replacement. Runs as the role that sees all rows.
 */
export async function replaceDevice(tx: Tx, ids: { before: number; after: number }, by: number | null): Promise<void> {
  const locked = await lockDevice(tx, ids.before);
  if (!locked) throw refuse(404, 'not-found');
  const before = { ...locked, id: ids.before };
  if (before.state === 'installed') throw refuse(409, 'device-installed', {}, '20070006');
  await tx.deleteFrom('deviceClaim').where('deviceId', '=', before.id).execute();
  await removeFromInventory(tx, before.id);
  await passTokenOn(tx, before, { id: ids.after, companyId: before.companyId });
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
  const devices = await lockPlaced(tx, ids);
  const taken = devices.map(({ id }) => id);
  await withdrawTokens(context, await tokensOfDevices(tx, taken), reason);
  await tx.deleteFrom('deviceClaim').where('deviceId', '=', anyOf(taken)).execute();
  await removeSecrets(tx, taken);
  for (const device of devices) await takeOut(context, device, 'removed');
}

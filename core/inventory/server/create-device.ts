import { takeTrialSubscription } from '#core/accounts/server/api.ts';
import type { DeviceRoutes } from '#core/devices/common/device.ts';
import { faultForModel } from '#core/devices/common/serial.ts';
import { deviceChanged, insertDevice, logDevice, placeDevice, stateOfSerial } from '#core/devices/server/api.ts';
import { addTrialToken, takeFromStock } from '#core/subscriptions/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';

type CreateContext = Pick<
  Context<DeviceRoutes['create']>,
  'tx' | 'kit' | 'actor' | 'body' | 'may' | 'locale' | 'afterCommit'
>;

/** Refuses the serial number of a device that the company has or had. Those of other companies do not matter. */
async function assertFree({ tx }: CreateContext, companyId: number, serial: string): Promise<void> {
  const state = await stateOfSerial(tx, companyId, serial);
  if (state !== undefined) throw invalid('serial', state === 'removed' ? 'deviceRemoved' : 'serialKnown');
}

/** Gives a new device a subscription from the company's stock, else one of its trial. Refuses with 409 if there is none. */
async function subscribe(
  tx: Tx,
  device: { id: number; companyId: number; app: string; solutionId: number },
): Promise<void> {
  if (await takeFromStock(tx, device)) return;
  const expirationAt = await takeTrialSubscription(tx, device.companyId, device.app);
  if (!expirationAt) throw refuse(409, 'no-subscription');
  await addTrialToken(tx, device, expirationAt);
}

/**
 * Adds a device of the app: to the inventory, or installed if the body names a structure, and returns its id. Refuses with
 * 409 if a subscription is wanted and the company has none left.
 */
export async function createDevice(context: CreateContext, app: string): Promise<number> {
  const { tx, kit, actor, body, may, locale, afterCommit } = context;
  const companyId = companyOf(actor);
  const { serial, hardwareId, structureId } = body;
  const model = kit.apps.find(({ id }) => id === app)?.hardware?.find(({ id }) => id === hardwareId);
  if (!model) throw invalid('hardwareId', 'invalid');
  const mayFill = may(canDo(`${app}.device`, 'create')) && hasAbilityOn(actor.session, app, 'device', 'create', null);
  if (!structureId && !mayFill) throw invalid('structureId', 'Required');
  const fault = faultForModel(serial, model.serials);
  if (fault) throw invalid('serial', fault);
  await assertFree(context, companyId, serial);
  const name = body.name ?? `${model.name[locale]} ${serial.slice(-4)}`;
  const solutionId = model.solution;
  const id = await insertDevice(tx, { companyId, app, solutionId, hardwareId, serial, name });
  const place = { structureId: null, floorId: null, spaceId: null };
  const device = { id, state: 'inventory' as const, ...place, companyId, app, solutionId };
  await logDevice(tx, device, 'added', actor, {});
  if (body.activate) await subscribe(tx, device);
  if (structureId) await placeDevice(context, device, { ...body, structureId });
  afterCommit(() => deviceChanged(kit, device));
  return device.id;
}

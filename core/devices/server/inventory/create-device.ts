import { sql } from 'kysely';
import { takeTrialSubscription } from '#core/accounts/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import type { DeviceRoutes } from '../../common/device.ts';
import { faultForModel } from '../../common/inventory/serial.ts';
import { deviceChanged, logDevice } from '../device-changes.ts';
import { placeDevice } from '../placement.ts';
import { takeFromStock } from '../subscriptions/tokens.ts';

type CreateContext = Pick<
  Context<DeviceRoutes['create']>,
  'tx' | 'kit' | 'actor' | 'body' | 'may' | 'locale' | 'afterCommit'
>;

/** Refuses the serial number of a device that the company has or had. Those of other companies do not matter. */
async function assertFree({ tx }: CreateContext, companyId: number, serial: string): Promise<void> {
  const known = await tx
    .selectFrom('device')
    .select('state')
    .where('serial', '=', serial)
    .where('companyId', '=', companyId)
    .orderBy(sql`state = 'removed'`)
    .executeTakeFirst();
  if (known) throw invalid('serial', known.state === 'removed' ? 'deviceRemoved' : 'serialKnown');
}

/** Gives a new device a subscription from the company's stock, else one of its trial. Refuses with 409 if there is none. */
async function subscribe(
  tx: Tx,
  device: { id: number; companyId: number; app: string; solutionId: number },
): Promise<void> {
  if (await takeFromStock(tx, device)) return;
  const { id: deviceId, companyId, app, solutionId } = device;
  const expirationAt = await takeTrialSubscription(tx, companyId, app);
  if (!expirationAt) throw refuse(409, 'no-subscription');
  const activationAt = sql<string>`now()`;
  await tx
    .insertInto('deviceToken')
    .values({ companyId, app, solutionIds: [solutionId], source: 'trial', deviceId, activationAt, expirationAt })
    .execute();
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
  const place = { structureId: null, floorId: null, spaceId: null };
  const made = await tx
    .insertInto('device')
    .values({
      companyId,
      app,
      solutionId: model.solution,
      hardwareId,
      serial,
      name: body.name ?? `${model.name[locale]} ${serial.slice(-4)}`,
      state: 'inventory',
      hasToken: false,
      ...place,
    })
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow();
  const device = { ...made, ...place, companyId, app, solutionId: model.solution };
  await logDevice(tx, device, 'added', actor, {});
  if (body.activate) await subscribe(tx, device);
  if (structureId) await placeDevice(tx, actor, device, { ...body, structureId });
  afterCommit(() => deviceChanged(kit, device));
  return device.id;
}

import { sql } from 'kysely';
import { clientById, companyNamed, grantApp } from '#core/accounts/server/api.ts';
import { hasOpenCommand } from '#core/commands/server/api.ts';
import {
  copyToInventory,
  deviceById,
  deviceChanged,
  hasSameSerial,
  lockDevice,
  logDevice,
  removeFromInventory,
} from '#core/devices/server/api.ts';
import { passTokenOn } from '#core/subscriptions/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { deviceOwnerRoutes } from '../common/owner.ts';
import { recordHandOver } from './hand-overs.ts';

type OwnedDevice = { id: number; companyId: number; app: string };
type OwnerContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;
type Company = { id: number; name: string };

async function ownerNamed(tx: Tx, companyId: number): Promise<string> {
  const found = await sql<{ company: Company }>`
    SELECT ${companyNamed('n.id')} AS company FROM (SELECT ${companyId}::integer AS id) n`.execute(tx);
  return found.rows[0]?.company.name ?? '';
}

/**
 * Gives a device of the inventory to a company, with its subscription, and returns the id of its new row. The new owner
 * gets a new row: earlier readings, alarms and logs stay with the row of the former owner, where nobody else can read
 * them. Runs as the role that sees all rows.
 */
export async function transferDevice(context: OwnerContext, device: OwnedDevice, company: Company): Promise<number> {
  const { tx, kit, actor, afterCommit } = context;
  const locked = await lockDevice(tx, device.id);
  if (!locked) throw refuse(404, 'not-found');
  if (locked.state === 'removed') throw refuse(409, 'device-removed');
  if (locked.state === 'installed') throw refuse(409, 'device-installed');
  if (await hasOpenCommand(tx, device.id)) throw refuse(409, 'command-open');
  if (await hasSameSerial(tx, company.id, device.id)) throw refuse(409, 'serial-in-use');
  const former = await ownerNamed(tx, locked.companyId);
  await tx.deleteFrom('deviceClaim').where('deviceId', '=', device.id).execute();
  await removeFromInventory(tx, device.id);
  const id = await copyToInventory(tx, device.id, company.id);
  await passTokenOn(tx, { id: device.id, companyId: locked.companyId }, { id, companyId: company.id });
  await recordHandOver(tx, id, company.id, device.companyId);
  await emit(context, 'device.transferred', { id: device.id, newId: id });
  await grantApp(tx, device.app, [company.id]);
  await logDevice(tx, device, 'transferred', actor, { to: company.name });
  await logDevice(tx, { id, companyId: company.id }, 'received', actor, { from: former });
  afterCommit(() => {
    deviceChanged(kit, device);
    deviceChanged(kit, { id, companyId: company.id });
  });
  return id;
}

/** Gives a device of the inventory to a client. */
export function changeOwner(
  context: OwnerContext,
  device: OwnedDevice,
  customerId: number,
): Promise<{ id: number; company: Company }> {
  const { tx, actor } = context;
  return bypassRls(tx, actor.scope, async () => {
    const company = await clientById(tx, actor, device.companyId, customerId);
    return { id: await transferDevice(context, device, company), company };
  });
}

/** Serves the change of the owner of devices of all apps. */
export const deviceOwnerHandlers: Handlers<typeof deviceOwnerRoutes> = {
  async change(context) {
    const { tx, actor, body } = context;
    const device = await deviceById(tx, body.id);
    if (!device || !hasAbilityOn(actor.session, device.app, 'device', 'transfer', device.structureId))
      throw refuse(404, 'not-found');
    return changeOwner(context, device, body.customerId);
  },
};

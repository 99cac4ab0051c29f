import { sql } from 'kysely';
import { clientCalled, companyNamed, grantApp } from '#core/accounts/server/api.ts';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { deviceChanged, logDevice } from '../device-changes.ts';
import { recordHandOver } from './hand-overs.ts';

type OwnedDevice = { id: number; companyId: number; app: string };
type OwnerContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;
type Company = { id: number; name: string };

/**
 * Gives a device of the inventory to a company, with its subscription, and returns the id of its new row. The new owner
 * gets a row of its own: earlier readings, alarms and logs stay with the row of the former owner, where nobody else can
 * read them. Runs as the role that sees all rows.
 */
export async function transferDevice(context: OwnerContext, device: OwnedDevice, company: Company): Promise<number> {
  const { tx, kit, actor, afterCommit } = context;
  const locked = await tx
    .selectFrom('device')
    .select(['state', companyNamed('company_id').as('owner')])
    .where('id', '=', device.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (locked.state === 'removed') throw refuse(409, 'device-removed');
  if (locked.state === 'installed') throw refuse(409, 'device-installed');
  const open =
    await sql`SELECT FROM device_command WHERE device_id = ${device.id} AND state IN ('queued', 'sent', 'delivered') LIMIT 1`.execute(
      tx,
    );
  if (open.rows.length > 0) throw refuse(409, 'command-open');
  const entered =
    await sql`SELECT FROM device o JOIN device d USING (serial) WHERE d.id = ${device.id} AND o.company_id = ${company.id} AND o.state <> 'removed'`.execute(
      tx,
    );
  if (entered.rows.length > 0) throw refuse(409, 'serial-in-use');
  await sql`DELETE FROM device_credential WHERE device_id = ${device.id}`.execute(tx);
  await sql`DELETE FROM device_claim WHERE device_id = ${device.id}`.execute(tx);
  await sql`UPDATE device SET state = 'removed', connection = 'offline', secret_at = NULL WHERE id = ${device.id}`.execute(
    tx,
  );
  await sql`UPDATE device_state SET online = false WHERE device_id = ${device.id}`.execute(tx);
  const made = await sql<{ id: number }>`
    INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, proven, state, has_token)
    SELECT ${company.id}, app, solution_id, hardware_id, name, serial, proven, 'inventory', false FROM device WHERE id = ${device.id} RETURNING id`.execute(
    tx,
  );
  const id = made.rows[0]?.id as number;
  await sql`UPDATE device_token SET company_id = ${company.id}, device_id = ${id} WHERE device_id = ${device.id}`.execute(
    tx,
  );
  await recordHandOver(tx, id, company.id, device.companyId);
  await emit(context, 'device.transferred', { id: device.id });
  await grantApp(tx, device.app, [company.id]);
  await logDevice(tx, device, 'transferred', actor, { to: company.name });
  await logDevice(tx, { id, companyId: company.id }, 'received', actor, { from: locked.owner.name });
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
    const company = await clientCalled(tx, actor, device.companyId, customerId);
    return { id: await transferDevice(context, device, company), company };
  });
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { deviceLimits } from './visible-devices.ts';

export type SeenDevice = {
  id: number;
  companyId: number;
  app: string;
  solutionId: number;
  state: string;
  hasToken: boolean;
};

/** A device that the caller sees; refuses with 404. */
export async function seenDevice({ tx, actor }: Pick<Context, 'tx' | 'actor'>, id: number): Promise<SeenDevice> {
  const device = await tx
    .selectFrom('device as t')
    .select(['id', 'companyId', 'app', 'solutionId', 'state', 'hasToken'])
    .where('id', '=', id)
    .where((eb) => eb.and(deviceLimits(actor)))
    .executeTakeFirst();
  if (!device) throw refuse(404, 'not-found');
  return device;
}

/** A device of the company that a subscription can be put on; refuses with 404. */
export async function deviceToAssign(
  context: Pick<Context, 'tx' | 'actor'>,
  id: number,
  companyId: number,
): Promise<SeenDevice> {
  const device = await seenDevice(context, id);
  if (device.companyId !== companyId) throw refuse(404, 'not-found');
  return device;
}

/** The state of a device as it is now, and its owner, locked. */
export const lockDevice = (tx: Tx, id: number) =>
  tx.selectFrom('device').select(['state', 'companyId']).where('id', '=', id).forUpdate().executeTakeFirst();

/** The devices of a company in an app that are not removed, locked in the order of their ids. */
export async function lockDevicesOf(
  tx: Tx,
  { companyId, app, ids }: { companyId: number; app: string; ids: readonly number[] },
): Promise<{ id: number; installed: boolean }[]> {
  const locked = await sql<{ id: number; installed: boolean }>`
    SELECT id, state = 'installed' AS installed FROM device
     WHERE id = ANY (${ids}::integer[]) AND company_id = ${companyId} AND app = ${app} AND state <> 'removed' ORDER BY id FOR UPDATE`.execute(
    tx,
  );
  return locked.rows;
}

/** `{id, app, solutionId}` of those of the devices that the company has and that are not removed. */
export async function devicesOfCompany(tx: Tx, companyId: number, ids: readonly number[]) {
  return tx
    .selectFrom('device')
    .select(['id', 'app', 'solutionId'])
    .where('id', '=', anyOf(ids))
    .where('companyId', '=', companyId)
    .where('state', '!=', 'removed')
    .execute();
}

/**
 * A whole device, locked: a change of it, such as a suspension, either precedes the command or sees it. Commands of a
 * device are queued one after the other, so that their ids are in the order of their commits.
 */
export const lockForCommand = (tx: Tx, id: number) =>
  tx.selectFrom('device').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Waits until no command of these devices is being queued, and lets none be queued before the commit. */
export async function lockCommandsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.selectFrom('device').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute();
}

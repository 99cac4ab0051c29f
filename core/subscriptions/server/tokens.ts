import { sql } from 'kysely';
import { clientById, companyZoneSql } from '#core/accounts/server/api.ts';
import { deviceChanged, lockDevice, logDevice, logDevices, type SeenDevice } from '#core/devices/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { fitsSolutions } from '../common/token.ts';
import type { TokenContext } from './token-blocks.ts';
import { lockToken, type StoredToken } from './token-rows.ts';

/** The id of the oldest subscription in stock that fits and is not locked; those that fit the fewest solutions come first. */
export const inStockFor = (companyId: number, app: string, solutionId: number) => sql`
  SELECT id FROM device_token
   WHERE company_id = ${companyId} AND app = ${app} AND device_id IS NULL AND used_for IS NULL AND blocked_at IS NULL
     AND (solution_ids = '{}' OR ${solutionId} = ANY (solution_ids))
   ORDER BY solution_ids = '{}', cardinality(solution_ids), id LIMIT 1 FOR UPDATE SKIP LOCKED`;

export const assertInStock = (token: StoredToken): void => {
  if (token.blockedAt) throw refuse(409, 'token-blocked');
  if (token.deviceId !== null || token.usedFor !== null) throw refuse(409, 'token-in-use');
};

type Sql = ReturnType<typeof sql>;
/** When months from an instant on end, by the calendar of the company: a month after 31 January ends on 28 or 29 February. */
export const monthsAfter = (from: Sql, companyId: Sql, months: Sql) => {
  const zone = sql`(SELECT ${companyZoneSql('o.id')} FROM (SELECT ${companyId} AS id) o)`;
  return sql<string>`rasid_instant(rasid_wall(greatest(${from}, now()), ${zone}) + ${months} * interval '1 month', ${zone})`;
};

/** Begins the subscriptions of devices that have one which was never activated. Runs in the transaction that installs them. */
export async function activateTokens(tx: Tx, deviceIds: readonly number[], by: number | null): Promise<void> {
  if (deviceIds.length === 0) return;
  const begun = await sql<{ id: number; deviceId: number; companyId: number; months: number }>`
    UPDATE device_token t SET activation_at = now(), expiration_at = ${monthsAfter(sql`now()`, sql`t.company_id`, sql`t.months`)}
     WHERE t.device_id = ANY (${deviceIds}::integer[]) AND t.activation_at IS NULL AND t.blocked_at IS NULL
    RETURNING id, device_id, company_id, months`.execute(tx);
  await logDevices(
    tx,
    begun.rows.map(({ id, deviceId, companyId, months }) => ({
      device: { id: deviceId, companyId },
      kind: 'token-activated',
      data: { token: id, months },
    })),
    by,
  );
}

/**
 * Refuses a device that cannot take the subscription. An ended subscription of the device is removed; its dates are
 * kept in the histories.
 */
export async function makeRoom(tx: Tx, token: StoredToken, device: SeenDevice): Promise<void> {
  // Concurrent subscriptions of one device are serialized.
  const locked = await lockDevice(tx, device.id);
  if (!locked || locked.state === 'removed') throw refuse(409, 'device-removed');
  if (token.companyId !== device.companyId || token.app !== device.app) throw refuse(409, 'token-does-not-fit');
  if (!fitsSolutions(token, [device.solutionId])) throw refuse(409, 'token-does-not-fit');
  const before = await tx
    .selectFrom('deviceToken')
    .select(['id', 'expirationAt'])
    .where('deviceId', '=', device.id)
    .forUpdate()
    .executeTakeFirst();
  if (before && (before.expirationAt === null || Date.parse(before.expirationAt) > Date.now()))
    throw refuse(409, 'device-has-token');
  if (before)
    await tx
      .updateTable('deviceToken')
      .set({ deviceId: null, usedFor: token.id })
      .where('id', '=', before.id)
      .execute();
}

/** Puts a subscription from stock on a device of the same company. It begins at once if the device is installed. */
export async function assignToken(
  context: Omit<TokenContext, 'params'>,
  tokenId: number,
  device: SeenDevice,
): Promise<void> {
  const { tx, kit, actor, afterCommit } = context;
  const token = await lockToken(context, tokenId);
  assertInStock(token);
  await makeRoom(tx, token, device);
  await tx.updateTable('deviceToken').set({ deviceId: device.id }).where('id', '=', tokenId).execute();
  await logDevice(tx, device, 'token-assigned', actor, { token: tokenId });
  if (device.state === 'installed') await activateTokens(tx, [device.id], actor.session.user.id);
  afterCommit(() => deviceChanged(kit, device));
}

/** Passes a subscription in stock on to a client. */
export async function changeTokenOwner(
  context: Pick<Context, 'tx' | 'actor'>,
  id: number,
  customerId: number,
): Promise<{ id: number; company: { id: number; name: string } }> {
  const { tx, actor } = context;
  const token = await lockToken(context, id);
  assertInStock(token);
  return bypassRls(tx, actor.scope, async () => {
    const company = await clientById(tx, actor, token.companyId, customerId);
    await tx.updateTable('deviceToken').set({ companyId: company.id }).where('id', '=', token.id).execute();
    return { id: token.id, company };
  });
}

/** Assigns a subscription from stock to a new device. Returns false if the company has none that fits. */
export async function takeFromStock(
  tx: Tx,
  { id, companyId, app, solutionId }: Pick<SeenDevice, 'id' | 'companyId' | 'app' | 'solutionId'>,
): Promise<boolean> {
  const taken = await sql`
    UPDATE device_token SET device_id = ${id} WHERE id = (${inStockFor(companyId, app, solutionId)})`.execute(tx);
  return taken.numAffectedRows === 1n;
}

/** Adds subscriptions to a company's stock, and returns their ids. Runs as the role that sees all rows. */
export async function addTokens(
  tx: Tx,
  {
    companyId,
    app,
    solutionIds,
    source,
    months,
    count,
  }: Pick<StoredToken, 'companyId' | 'app' | 'source'> & {
    /** The solutions whose devices they fit; empty fits all of the app. */
    solutionIds: readonly number[];
    months: number;
    count: number;
  },
): Promise<number[]> {
  const added = await sql<{ id: number }>`
    INSERT INTO device_token (company_id, app, solution_ids, source, months)
    SELECT ${companyId}, ${app}, ${solutionIds}::integer[], ${source}, ${months} FROM generate_series(1, ${count}) RETURNING id`.execute(
    tx,
  );
  return added.rows.map(({ id }) => id);
}

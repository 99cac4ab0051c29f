import { type Selectable, sql } from 'kysely';
import { clientCalled, companyNamed, companyZone } from '#core/accounts/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { type Token, type TokenRoutes, tokenList } from '../common/token.ts';
import { deviceChanged, logDevice, logDevices } from './device-changes.ts';
import { deviceNamed } from './device-facts.ts';

type StoredToken = Selectable<Tables['deviceToken']>;
type TokenContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number } };
type Device = { id: number; companyId: number; app: string; solutionId: number; state: string; hasToken: boolean };

const status = sql<Token['status']>`CASE
  WHEN t.used_for IS NOT NULL THEN 'used'
  WHEN t.blocked_at IS NOT NULL THEN 'blocked'
  WHEN t.device_id IS NULL THEN 'unassigned'
  WHEN t.activation_at IS NULL OR t.activation_at > now() THEN 'not-activated'
  WHEN t.expiration_at < now() THEN 'expired'
  ELSE 'active' END`;

async function tokenRows(tx: Tx, ids: readonly number[]): Promise<Token[]> {
  if (ids.length === 0) return [];
  const found = await sql<Token>`
    SELECT t.id, t.company_id, ${companyNamed('t.company_id')} AS company, t.app, t.solution_id, t.source, ${status} AS status, t.months,
           ${deviceNamed('t.device_id')} AS device, t.activation_at, t.expiration_at, t.block_reason, t.created_at
      FROM device_token t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

async function tokenCalled(tx: Tx, id: number): Promise<Token> {
  const [token] = await tokenRows(tx, [id]);
  if (!token) throw refuse(404, 'not-found');
  return token;
}

/** Locks the subscription, so that two people never use it twice. Refuses with 404 if the caller may not see it. */
async function lockToken(tx: Tx, id: number): Promise<StoredToken> {
  const token = await tx.selectFrom('deviceToken').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!token) throw refuse(404, 'not-found');
  return token;
}

const assertInStock = (token: StoredToken): void => {
  if (token.blockedAt) throw refuse(409, 'token-blocked');
  if (token.deviceId !== null || token.usedFor !== null) throw refuse(409, 'token-in-use');
};

type Sql = ReturnType<typeof sql>;
/** When months from an instant on end, by the calendar of the company: a month after 31 January ends on 28 or 29 February. */
const monthsAfter = (from: Sql, companyId: Sql, months: Sql) => {
  const zone = sql`(SELECT ${companyZone('o.id')} FROM (SELECT ${companyId} AS id) o)`;
  return sql<string>`((greatest(${from}, now()) AT TIME ZONE ${zone}) + ${months} * interval '1 month') AT TIME ZONE ${zone}`;
};

/** Begins the subscriptions of devices that have one which was never activated. Runs in the transaction that installs them. */
export async function activateTokens(tx: Tx, deviceIds: readonly number[], actor: Actor | null): Promise<void> {
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
    actor?.session.user.id ?? null,
  );
}

/** Puts a subscription from stock on a device of the same company. It begins at once if the device is installed. */
export async function assignToken(
  { tx, kit, actor, afterCommit }: Omit<TokenContext, 'params'>,
  tokenId: number,
  device: Device,
): Promise<void> {
  const token = await lockToken(tx, tokenId);
  assertInStock(token);
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (token.companyId !== device.companyId || token.app !== device.app) throw refuse(409, 'token-does-not-fit');
  if (token.solutionId !== null && token.solutionId !== device.solutionId) throw refuse(409, 'token-does-not-fit');
  // The subscription before, if it has ended, goes; its dates stand in the histories.
  const before = await tx
    .selectFrom('deviceToken')
    .select(['id', 'expirationAt'])
    .where('deviceId', '=', device.id)
    .forUpdate()
    .executeTakeFirst();
  if (before && (before.expirationAt === null || Date.parse(before.expirationAt) > Date.now()))
    throw refuse(409, 'device-has-token');
  if (before)
    await tx.updateTable('deviceToken').set({ deviceId: null, usedFor: tokenId }).where('id', '=', before.id).execute();
  await tx.updateTable('deviceToken').set({ deviceId: device.id }).where('id', '=', tokenId).execute();
  await logDevice(tx, device, 'token-assigned', actor, { token: tokenId });
  if (device.state === 'installed') await activateTokens(tx, [device.id], actor);
  afterCommit(() => deviceChanged(kit, device));
}

async function deviceOf(tx: Tx, id: number): Promise<Device> {
  const device = await tx
    .selectFrom('device')
    .select(['id', 'companyId', 'app', 'solutionId', 'state', 'hasToken'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!device) throw refuse(404, 'not-found');
  return device;
}

/** A device of the company that a subscription can be put on; refuses with 404. */
export async function deviceToAssign(tx: Tx, id: number, companyId: number): Promise<Device> {
  const device = await deviceOf(tx, id);
  if (device.companyId !== companyId) throw refuse(404, 'not-found');
  return device;
}

/** Tells open pages and the ingestion of the device, whose readings appear or disappear. */
function changedDevice({ kit, afterCommit }: { kit: Kit; afterCommit: Context['afterCommit'] }, token: StoredToken) {
  const { deviceId, companyId } = token;
  if (deviceId !== null) afterCommit(() => deviceChanged(kit, { id: deviceId, companyId }));
}

async function activate(context: TokenContext): Promise<Token> {
  const { tx, actor, params } = context;
  const token = await lockToken(tx, params.id);
  if (token.blockedAt) throw refuse(409, 'token-blocked');
  if (token.activationAt) throw refuse(409, 'already-active');
  if (token.deviceId === null) throw refuse(409, 'token-not-assigned');
  await activateTokens(tx, [token.deviceId], actor);
  changedDevice(context, token);
  return tokenCalled(tx, token.id);
}

async function block(context: TokenContext, reason: string | null): Promise<Token> {
  const { tx, params } = context;
  const token = await lockToken(tx, params.id);
  if (token.usedFor !== null) throw refuse(409, 'token-in-use');
  if ((token.blockedAt !== null) !== (reason !== null))
    await tx
      .updateTable('deviceToken')
      .set({ blockedAt: reason === null ? null : sql<string>`now()`, blockReason: reason })
      .where('id', '=', token.id)
      .execute();
  changedDevice(context, token);
  return tokenCalled(tx, token.id);
}

async function renew(context: TokenContext, tokenId: number): Promise<Token> {
  const { tx, params } = context;
  // In the order of the ids, so that two renewals never wait for each other.
  const locked = new Map<number, StoredToken>();
  for (const id of [params.id, tokenId].sort((a, b) => a - b)) locked.set(id, await lockToken(tx, id));
  const [token, months] = [locked.get(params.id) as StoredToken, locked.get(tokenId) as StoredToken];
  assertInStock(months);
  if (token.blockedAt) throw refuse(409, 'token-blocked');
  if (token.usedFor !== null || token.deviceId === null || token.expirationAt === null || token.id === months.id)
    throw refuse(409, 'token-not-assigned');
  const fits = months.companyId === token.companyId && months.app === token.app;
  const device = await deviceOf(tx, token.deviceId);
  if (!fits || (months.solutionId !== null && months.solutionId !== device.solutionId))
    throw refuse(409, 'token-does-not-fit');
  await tx.updateTable('deviceToken').set({ usedFor: token.id }).where('id', '=', months.id).execute();
  await tx
    .updateTable('deviceToken')
    .set({ expirationAt: monthsAfter(sql`expiration_at`, sql`company_id`, sql`${months.months}::integer`) })
    .where('id', '=', token.id)
    .execute();
  changedDevice(context, token);
  return tokenCalled(tx, token.id);
}

async function unassign(context: TokenContext): Promise<Token> {
  const { tx, params } = context;
  const token = await lockToken(tx, params.id);
  if (token.activationAt) throw refuse(409, 'already-active');
  if (token.deviceId === null) throw refuse(409, 'token-not-assigned');
  await tx.updateTable('deviceToken').set({ deviceId: null }).where('id', '=', token.id).execute();
  changedDevice(context, token);
  return tokenCalled(tx, token.id);
}

export const tokenHandlers: Handlers<TokenRoutes> = {
  async list({ tx, list, actor }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'device_token',
      spec: tokenList,
      query: list,
      scope: actor.scope,
      columns: { status },
    });
    return { data: await tokenRows(tx, ids), totalRecords };
  },
  async assign(context) {
    await assignToken(context, context.params.id, await deviceOf(context.tx, context.body.deviceId));
    return tokenCalled(context.tx, context.params.id);
  },
  activate,
  block: (context) => block(context, context.body.reason),
  unblock: (context) => block(context, null),
  renew: (context) => renew(context, context.body.tokenId),
  unassign,
  owner: (context) => changeTokenOwner(context, context.body.id, context.body.customerId),
};

/** Passes a subscription in stock on to a client. */
export async function changeTokenOwner(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  id: number,
  customerId: number,
): Promise<{ id: number; company: { id: number; name: string } }> {
  const token = await lockToken(tx, id);
  assertInStock(token);
  return bypassRls(tx, actor.scope, async () => {
    const company = await clientCalled(tx, actor, token.companyId, customerId);
    await tx.updateTable('deviceToken').set({ companyId: company.id }).where('id', '=', token.id).execute();
    return { id: token.id, company };
  });
}

/** Puts a subscription from stock on a new device. Returns false if the company has none that fits. */
export async function takeFromStock(
  tx: Tx,
  { id, companyId, app, solutionId }: Pick<Device, 'id' | 'companyId' | 'app' | 'solutionId'>,
): Promise<boolean> {
  const taken = await sql`
    UPDATE device_token SET device_id = ${id} WHERE id = (
      SELECT id FROM device_token
       WHERE company_id = ${companyId} AND app = ${app} AND device_id IS NULL AND used_for IS NULL AND blocked_at IS NULL
         AND (solution_id IS NULL OR solution_id = ${solutionId})
       ORDER BY solution_id NULLS LAST, id LIMIT 1 FOR UPDATE SKIP LOCKED)`.execute(tx);
  return taken.numAffectedRows === 1n;
}

/** Adds subscriptions to a company's stock, and returns their ids. Runs as the role that sees all rows. */
export async function addTokens(
  tx: Tx,
  {
    companyId,
    app,
    solutionId,
    source,
    months,
    count,
  }: Pick<StoredToken, 'companyId' | 'app' | 'source'> & {
    solutionId: number | null;
    months: number;
    count: number;
  },
): Promise<number[]> {
  const added = await sql<{ id: number }>`
    INSERT INTO device_token (company_id, app, solution_id, source, months)
    SELECT ${companyId}, ${app}, ${solutionId}, ${source}, ${months} FROM generate_series(1, ${count}) RETURNING id`.execute(
    tx,
  );
  return added.rows.map(({ id }) => id);
}

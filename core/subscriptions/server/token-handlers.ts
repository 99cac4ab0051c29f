import { sql } from 'kysely';
import type { DeviceRoutes } from '#core/devices/common/device.ts';
import {
  deviceChanged,
  logDevices,
  readDeviceDetail,
  type SeenDevice,
  seenDevice,
  visibleDevice,
} from '#core/devices/server/api.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type deviceTokenRoutes, fitsSolutions, type Token, type TokenRoutes } from '../common/token.ts';
import { block, changedDevice, type TokenContext, unblock } from './token-blocks.ts';
import { listTokens, lockToken, type StoredToken, tokenById, tokenPage } from './token-rows.ts';
import {
  activateTokens,
  assertInStock,
  assignToken,
  changeTokenOwner,
  inStockFor,
  makeRoom,
  monthsAfter,
} from './tokens.ts';

/** Puts the subscription of a device on another one, in the app if one is named. */
async function moveToken(context: TokenContext, to: number, app?: string): Promise<Token> {
  const { tx, kit, actor, params, afterCommit } = context;
  const token = await lockToken(context, params.id);
  if (app !== undefined && token.app !== app) throw refuse(404, 'not-found');
  if (token.blockedAt) throw refuse(409, 'token-blocked');
  if (token.usedFor !== null || token.deviceId === null) throw refuse(409, 'token-not-assigned');
  if (token.deviceId === to) throw refuse(409, 'device-has-token');
  const device = await seenDevice(context, to);
  await makeRoom(tx, token, device);
  const from = { id: token.deviceId, companyId: token.companyId };
  await tx.updateTable('deviceToken').set({ deviceId: device.id }).where('id', '=', token.id).execute();
  const moved = { token: token.id, from: from.id, to: device.id };
  await logDevices(
    tx,
    [from, device].map((one) => ({ device: one, kind: 'token-moved', data: moved })),
    actor.session.user.id,
  );
  if (device.state === 'installed') await activateTokens(tx, [device.id], actor.session.user.id);
  afterCommit(() => {
    deviceChanged(kit, from);
    deviceChanged(kit, device);
  });
  return tokenById(tx, token.id);
}

async function activate(context: TokenContext): Promise<Token> {
  const { tx, actor, params } = context;
  const token = await lockToken(context, params.id);
  if (token.blockedAt) throw refuse(409, 'token-blocked');
  if (token.activationAt) throw refuse(409, 'already-active');
  if (token.deviceId === null) throw refuse(409, 'token-not-assigned');
  await activateTokens(tx, [token.deviceId], actor.session.user.id);
  changedDevice(context, token);
  return tokenById(tx, token.id);
}

/** The subscriptions of a renewal, locked in the order of their ids, to avoid deadlocks. */
async function lockBoth(context: TokenContext, id: number, stockId: number): Promise<[StoredToken, StoredToken]> {
  const locked = new Map<number, StoredToken>();
  for (const one of [id, stockId].sort((a, b) => a - b)) locked.set(one, await lockToken(context, one));
  return [locked.get(id) as StoredToken, locked.get(stockId) as StoredToken];
}

/** The oldest subscription in stock that fits, locked; others that are taken at this moment are left out. */
async function stockFor(
  context: TokenContext,
  { companyId, app, solutionId }: Pick<SeenDevice, 'companyId' | 'app' | 'solutionId'>,
) {
  const found = await sql<{ id: number }>`${inStockFor(companyId, app, solutionId)}`.execute(context.tx);
  const [stock] = found.rows;
  if (!stock) throw refuse(409, 'no-subscription-in-stock');
  return lockToken(context, stock.id);
}

async function renew(context: TokenContext, stockId: number | null): Promise<Token> {
  const { tx, params } = context;
  const [token, named] =
    stockId === null ? [await lockToken(context, params.id), null] : await lockBoth(context, params.id, stockId);
  if (named) assertInStock(named);
  if (token.blockedAt) throw refuse(409, 'token-blocked');
  if (token.usedFor !== null || token.deviceId === null || token.expirationAt === null || token.id === stockId)
    throw refuse(409, 'token-not-assigned');
  const device = await seenDevice(context, token.deviceId);
  const stock = named ?? (await stockFor(context, { ...token, solutionId: device.solutionId }));
  if (stock.companyId !== token.companyId || stock.app !== token.app) throw refuse(409, 'token-does-not-fit');
  if (!fitsSolutions(stock, [device.solutionId])) throw refuse(409, 'token-does-not-fit');
  await tx.updateTable('deviceToken').set({ usedFor: token.id }).where('id', '=', stock.id).execute();
  await tx
    .updateTable('deviceToken')
    .set({ expirationAt: monthsAfter(sql`expiration_at`, sql`company_id`, sql`${stock.months}::integer`) })
    .where('id', '=', token.id)
    .execute();
  changedDevice(context, token);
  return tokenById(tx, token.id);
}

async function unassign(context: TokenContext): Promise<Token> {
  const { tx, params } = context;
  const token = await lockToken(context, params.id);
  if (token.activationAt) throw refuse(409, 'already-active');
  if (token.deviceId === null) throw refuse(409, 'token-not-assigned');
  await tx.updateTable('deviceToken').set({ deviceId: null }).where('id', '=', token.id).execute();
  changedDevice(context, token);
  return tokenById(tx, token.id);
}

export const tokenHandlers: Handlers<TokenRoutes> = {
  list: listTokens,
  async assign(context) {
    await assignToken(context, context.params.id, await seenDevice(context, context.body.deviceId));
    return tokenById(context.tx, context.params.id);
  },
  activate,
  block: (context) => block(context, context.body.reason),
  unblock,
  renew: (context) => renew(context, context.body.tokenId ?? null),
  unassign,
  move: (context) => moveToken(context, context.body.deviceId),
  owner: (context) => changeTokenOwner(context, context.body.id, context.body.customerId),
};

/** Serves `deviceTokenRoutes` of an app, by its id. */
export const deviceTokenHandlers = (app: string): Handlers<typeof deviceTokenRoutes> => ({
  list: (context) => tokenPage(context, app),
  move: (context) => moveToken(context, context.body.deviceId, app),
});

/** Serves the call of `deviceRoutes` that puts a subscription on a device of the app. */
export const deviceSubscriptionHandlers = (app: string): Pick<Handlers<DeviceRoutes>, 'token'> => ({
  async token(context) {
    const { tx, params, body, actor } = context;
    await assignToken(context, body.tokenId, await visibleDevice(tx, actor, app, params.id, 'token'));
    return readDeviceDetail(context, params.id);
  },
});

import { sql } from 'kysely';
import { deviceChanged } from '#core/devices/server/api.ts';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type Blocker, blockerOf, blockers, mayUnblock, type Token } from '../common/token.ts';
import type { DeviceSubscription } from './events.ts';
import { lockToken, type StoredToken, tokenById } from './token-rows.ts';

export type TokenContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number } };

/** Notifies open pages and the ingestion of the device, whose readings appear or disappear. */
export function changedDevice({ kit, afterCommit }: Pick<TokenContext, 'kit' | 'afterCommit'>, token: StoredToken) {
  const { deviceId, companyId } = token;
  if (deviceId !== null) afterCommit(() => deviceChanged(kit, { id: deviceId, companyId }));
}

const levelOf = (blocker: Blocker): number => blockers.indexOf(blocker) + 1;

export async function block(context: TokenContext, reason: string): Promise<Token> {
  const { tx, params, actor } = context;
  const token = await lockToken(context, params.id);
  if (token.usedFor !== null) throw refuse(409, 'token-in-use');
  const level = levelOf(blockerOf(actor.session.user, token.companyId));
  // A higher side takes over the block of a lower one.
  if (token.blockedAt === null || level > (token.blockedLevel ?? 0))
    await tx
      .updateTable('deviceToken')
      .set({ blockedAt: token.blockedAt ?? sqlNow, blockReason: reason, blockedLevel: level })
      .where('id', '=', token.id)
      .execute();
  changedDevice(context, token);
  const { id: tokenId, deviceId, companyId } = token;
  if (token.blockedAt === null && deviceId !== null)
    await emit(context, 'subscription.ended', { subscriptions: [{ tokenId, deviceId, companyId }], cause: 'blocked' });
  return tokenById(tx, token.id);
}

export async function unblock(context: TokenContext): Promise<Token> {
  const { tx, params, actor } = context;
  const token = await lockToken(context, params.id);
  const blockedBy = blockers[(token.blockedLevel ?? 0) - 1] ?? null;
  if (!mayUnblock(blockerOf(actor.session.user, token.companyId), blockedBy)) throw refuse(409, 'blocked-by-higher');
  if (token.blockedAt !== null)
    await tx
      .updateTable('deviceToken')
      .set({ blockedAt: null, blockReason: null, blockedLevel: null })
      .where('id', '=', token.id)
      .execute();
  changedDevice(context, token);
  return tokenById(tx, token.id);
}

/** Blocks subscriptions whose price was given back, as the platform does. Runs as the role that sees all rows. */
export async function withdrawTokens(context: Emitting, ids: readonly number[], reason: string): Promise<void> {
  const { rows } = await sql<DeviceSubscription & { running: boolean }>`
    SELECT id AS token_id, device_id, company_id, device_id IS NOT NULL AND blocked_at IS NULL AS running
      FROM device_token WHERE id = ANY (${ids}::integer[]) ORDER BY id FOR UPDATE`.execute(context.tx);
  await sql`
    UPDATE device_token SET blocked_at = coalesce(blocked_at, now()), block_reason = ${reason}, blocked_level = ${levelOf('platform')}
     WHERE id = ANY (${ids}::integer[])`.execute(context.tx);
  const subscriptions = rows.flatMap(({ running, ...subscription }) => (running ? subscription : []));
  if (subscriptions.length > 0) await emit(context, 'subscription.ended', { subscriptions, cause: 'blocked' });
}

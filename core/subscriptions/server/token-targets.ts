import { sql } from 'kysely';
import { serialIn } from '#core/devices/common/serial.ts';
import { deviceFacts, deviceValidity, lockDevicesOf, logDevices } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import type { TokenTarget, tokenTargetRoutes } from '../common/token-target.ts';
import { activateTokens, monthsAfter } from './tokens.ts';

export const tokenTargetHandlers: Handlers<typeof tokenTargetRoutes> = {
  async find({ tx, actor, body: { app, ids, serials, endsWithin } }) {
    const read = serials.map((serial) => serialIn(serial) ?? serial);
    const found = await sql<TokenTarget>`
      SELECT d.id, d.name, d.serial, d.solution_id, v.expiration_at
        FROM ${sql.raw(deviceFacts)} d JOIN ${sql.raw(deviceValidity)} v ON v.device_id = d.id
       WHERE d.company_id = ${companyOf(actor)} AND d.app = ${app} AND d.state <> 'removed'
         AND (d.id = ANY (${ids}::integer[]) OR d.serial = ANY (${read}::text[])
              OR (v.has_token AND NOT v.blocked AND v.expiration_at < now() + ${endsWithin ?? null} * interval '1 day'))
       ORDER BY v.expiration_at NULLS LAST, d.id LIMIT 1000`.execute(tx);
    return found.rows;
  },
};

type Applying = { companyId: number; app: string; tokenIds: readonly number[]; deviceIds: readonly number[] };

/**
 * Uses subscriptions from stock for devices, in order: one that has begun is renewed, a device without one gets it.
 * Subscriptions that no longer fit stay in stock. Runs as the role that sees all rows.
 */
export async function applyTokens(tx: Tx, { companyId, app, tokenIds, deviceIds }: Applying): Promise<void> {
  const locked = await lockDevicesOf(tx, { companyId, app, ids: deviceIds });
  const own = await sql<{ id: number; deviceId: number; renews: boolean }>`
    SELECT id, device_id, expiration_at IS NOT NULL AND blocked_at IS NULL AS renews FROM device_token
     WHERE device_id = ANY (${locked.map(({ id }) => id)}::integer[]) ORDER BY id FOR UPDATE`.execute(tx);
  const [devices, before] = [
    new Map(locked.map((device) => [device.id, device])),
    new Map(own.rows.map((token) => [token.deviceId, token])),
  ];
  const fits = deviceIds.filter((id) => devices.has(id) && (before.get(id)?.renews ?? true));
  const pairs = fits.flatMap((deviceId, at) => {
    const tokenId = tokenIds[at];
    return tokenId === undefined ? [] : [{ deviceId, tokenId, renewed: before.get(deviceId)?.id ?? null }];
  });
  const pairRows = sql`unnest(${pairs.map(({ tokenId }) => tokenId)}::integer[], ${pairs.map(({ deviceId }) => deviceId)}::integer[],
    ${pairs.map(({ renewed }) => renewed)}::integer[]) AS p (token_id, device_id, renewed)`;
  await sql`
    WITH used AS (UPDATE device_token s SET used_for = p.renewed FROM ${pairRows} WHERE s.id = p.token_id AND p.renewed IS NOT NULL RETURNING p.renewed, s.months)
    UPDATE device_token t SET expiration_at = ${monthsAfter(sql`t.expiration_at`, sql`t.company_id`, sql`used.months`)}
      FROM used WHERE t.id = used.renewed`.execute(tx);
  await sql`
    UPDATE device_token s SET device_id = p.device_id FROM ${pairRows} WHERE s.id = p.token_id AND p.renewed IS NULL`.execute(
    tx,
  );
  const assigned = pairs.filter(({ renewed }) => renewed === null);
  await logDevices(
    tx,
    assigned.map(({ deviceId, tokenId }) => ({
      device: { id: deviceId, companyId },
      kind: 'token-assigned',
      data: { token: tokenId },
    })),
    null,
  );
  await activateTokens(
    tx,
    assigned.flatMap(({ deviceId }) => (devices.get(deviceId)?.installed ? deviceId : [])),
    null,
  );
}

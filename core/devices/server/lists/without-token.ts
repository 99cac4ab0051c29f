import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type FindOptions, findIds, type IdPage } from '#platform/server/records/rows.ts';
import type { Actor } from '#platform/server/serve.ts';
import { deviceLimits } from './visible-devices.ts';

/** A subquery with the column id, for statements of other slices that run as the role that sees all rows. */
export const allDevices = '(SELECT id FROM device)';

/**
 * Ids of the next devices after an id without an active token for this many days: never activated, expired or blocked.
 * Only the change log has the time at which a token was blocked.
 */
export async function devicesWithoutToken(
  tx: Tx,
  { days, after, limit }: { days: number; after: number; limit: number },
): Promise<number[]> {
  const cutoff = sql`now() - ${days} * interval '1 day'`;
  const devices = await sql<{ id: number }>`
    SELECT d.id FROM device d
     WHERE d.id > ${after}
       AND (NOT d.has_token OR d.activation_at IS NULL OR d.activation_at > now() OR d.expiration_at < ${cutoff}
            OR (d.token_blocked AND coalesce((
                  SELECT max(l.at) FROM change_log l
                   WHERE l.table_name = 'device' AND l.row_id = d.id::text AND l.before ->> 'token_blocked' = 'false' AND l.after ->> 'token_blocked' = 'true'
                ), d.created_at) < ${cutoff}))
     ORDER BY d.id LIMIT ${limit}`.execute(tx);
  return devices.rows.map(({ id }) => id);
}

/** A page of devices in use without a subscription that the caller may see. */
export const findDevicesWithoutToken = (
  tx: Tx,
  actor: Actor,
  options: Pick<FindOptions, 'spec' | 'query' | 'columns'>,
): Promise<IdPage> =>
  findIds(tx, {
    ...options,
    table: 'device',
    scope: actor.scope,
    where: [sql`NOT t.has_token`, sql`t.state <> 'removed'`, ...deviceLimits(actor)],
  });

import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';

/** id: for statements of other slices that run as the role that sees all rows. */
export const allDevices = '(SELECT id FROM device)';

/**
 * The next devices after an id that have had no active token for so many days: none ever, or one that expired or was
 * blocked that long ago. Since when a token is blocked stands in the change log alone.
 */
export async function devicesWithoutToken(
  tx: Tx,
  { days, after, limit }: { days: number; after: number; limit: number },
): Promise<number[]> {
  const long = sql`now() - ${days} * interval '1 day'`;
  const found = await sql<{ id: number }>`
    SELECT d.id FROM device d
     WHERE d.id > ${after}
       AND (NOT d.has_token OR d.activation_at IS NULL OR d.activation_at > now() OR d.expiration_at < ${long}
            OR (d.token_blocked AND coalesce((
                  SELECT max(l.at) FROM change_log l
                   WHERE l.table_name = 'device' AND l.row_id = d.id::text AND l.before ->> 'token_blocked' = 'false' AND l.after ->> 'token_blocked' = 'true'
                ), d.created_at) < ${long}))
     ORDER BY d.id LIMIT ${limit}`.execute(tx);
  return found.rows.map(({ id }) => id);
}

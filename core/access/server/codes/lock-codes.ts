import { type RawBuilder, sql } from 'kysely';
import { reportedAttributes } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { stores } from '../../common/grant.ts';

/**
 * device_id, store, held: what locks have reported of each of their stores, by slot; none before the first report or if
 * the list is malformed. Entries whose key is not the number of a slot are left out.
 */
export const reportedStores = `(SELECT a.device_id, s.store, CASE jsonb_typeof(a.attributes -> s.store) WHEN 'object' THEN (
    SELECT coalesce(jsonb_object_agg(l.key, l.value) FILTER (WHERE l.key ~ '^[1-9][0-9]{0,4}$'), '{}') FROM jsonb_each(a.attributes -> s.store) l) ELSE '{}' END AS held
  FROM ${reportedAttributes} a, unnest('{${stores.join()}}'::text[]) s(store))`;

/** SQL for how many slots of a reported store `r` the lock or the platform uses. */
export const slotsUsed = `(SELECT count(*)::integer FROM (SELECT jsonb_object_keys(r.held) AS slot
  UNION SELECT s.slot::text FROM access_credential s WHERE s.device_id = r.device_id AND s.store = r.store AND s.slot IS NOT NULL) used)`;

/**
 * Refuses to write the codes and cards `c` to their locks again if one of them was entered at the lock: only its holder
 * knows the number.
 */
export async function assertKnown(tx: Tx, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    SELECT FROM access_credential c WHERE ${where} AND c.store IS NOT NULL AND c.sealed IS NULL AND c.deactivated_at IS NULL LIMIT 1`.execute(
    tx,
  );
  if (rows.length > 0) throw refuse(409, 'number-unknown');
}

import { sql } from 'kysely';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import type { PlaceIds } from './placement.ts';

/**
 * Where devices were, by the log of their moves; `at` is in ms since 1970. The answers are in the order of the
 * questions. A device was nowhere before it was installed and while it was in the inventory.
 */
export async function placesAt(tx: Tx, wanted: readonly { id: number; at: number }[]): Promise<PlaceIds[]> {
  if (wanted.length === 0) return [];
  return runPrepared(
    tx,
    'devices-places-at',
    sql<PlaceIds>`
    SELECT (p.place ->> 'structureId')::integer AS structure_id, (p.place ->> 'floorId')::integer AS floor_id,
           (p.place ->> 'spaceId')::integer AS space_id
      FROM unnest(${wanted.map(({ id }) => id)}::integer[], ${wanted.map(({ at }) => at)}::bigint[]) WITH ORDINALITY AS w (id, at, n)
      JOIN device d ON d.id = w.id
      LEFT JOIN LATERAL (SELECT l.kind, l.data -> 'to' AS place FROM device_log l
                          WHERE l.device_id = w.id AND l.at <= to_timestamp(w.at / 1000.0) AND ${sql.raw(isMove)}
                          ORDER BY l.at DESC, l.id DESC LIMIT 1) before ON true
      LEFT JOIN LATERAL (SELECT coalesce(l.data -> 'from', 'null') AS place FROM device_log l
                          WHERE before.kind IS NULL AND l.device_id = w.id AND l.at > to_timestamp(w.at / 1000.0) AND ${sql.raw(isMove)}
                          ORDER BY l.at, l.id LIMIT 1) after ON true
      CROSS JOIN LATERAL (SELECT CASE WHEN before.kind IS NOT NULL THEN before.place
                                      WHEN after.place IS NOT NULL THEN after.place
                                      ELSE jsonb_build_object('structureId', d.structure_id, 'floorId', d.floor_id, 'spaceId', d.space_id) END) p (place)
     ORDER BY w.n`,
  );
}

/** A condition on a line `l` of the log: it says where the device is from then on. */
export const isMove = `(l.kind IN ('returned', 'removed') OR l.data -> 'to' ? 'structureId')`;

import { isMove } from './places-at.ts';

/**
 * SQL of where devices were and when, by the log of their moves, for statements of other slices as the role that sees all rows:
 * device_id, structure_id, floor_id, space_id, from_at, to_at, which are null without a bound. Devices that have never
 * been moved are where they are now.
 */
export const devicePlaces = `(
  SELECT m.device_id, (m.place ->> 'structureId')::integer AS structure_id, (m.place ->> 'floorId')::integer AS floor_id, (m.place ->> 'spaceId')::integer AS space_id, m.from_at,
         lead(m.from_at) OVER (PARTITION BY m.device_id ORDER BY m.from_at NULLS FIRST, m.id) AS to_at
    FROM (SELECT l.device_id, l.id, l.at AS from_at, CASE WHEN l.kind IN ('returned', 'removed') THEN NULL ELSE l.data -> 'to' END AS place
            FROM device_log l WHERE ${isMove}
          UNION ALL
          SELECT d.id, 0, NULL,
                 coalesce((SELECT coalesce(l.data -> 'from', 'null') FROM device_log l WHERE l.device_id = d.id AND ${isMove} ORDER BY l.at, l.id LIMIT 1),
                          jsonb_build_object('structureId', d.structure_id, 'floorId', d.floor_id, 'spaceId', d.space_id))
            FROM device d) m)`;

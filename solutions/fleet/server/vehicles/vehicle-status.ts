import { sql } from 'kysely';
import { deviceFacts, newestValues } from '#core/devices/server/api.ts';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { movementKnownMs, movingFrom } from '#core/tracking/common/moving.ts';
import { devicePlaces, trackSegments } from '#core/tracking/server/api.ts';
import { soonDays } from '../../common/vehicle/papers.ts';

/** The shared sensor `ignition`. */
const ignition = 225;

/** The main tracker that is in the vehicle `t` now, as `n`, with its position since it is there. */
export const trackerNow = sql`
  LEFT JOIN LATERAL (
    SELECT f.device_id, f.from_at, d.name, d.solution_id, d.connection, d.is_active, p.time, p.lat, p.lng, p.speed, p.heading, p.moved_at
      FROM ${sql.raw(fittingSpans)} f JOIN ${sql.raw(deviceFacts)} d ON d.id = f.device_id
      LEFT JOIN ${sql.raw(devicePlaces)} p ON p.device_id = d.id AND p.time >= f.from_at
     WHERE f.company_id = t.company_id AND f.subject_type = 'vehicle' AND f.subject_id = t.id AND f.main AND f.to_at IS NULL) n ON true`;

/** What the vehicle `t` with its tracker `n` does now as far as its tracker knows. */
export const movementWith = sql`
  CASE WHEN n.connection = 'offline' OR NOT n.is_active THEN 'offline'
       WHEN n.time > now() - ${movementKnownMs} * interval '1 millisecond'
        AND (n.speed >= ${movingFrom} OR EXISTS (SELECT FROM ${sql.raw(trackSegments)} s WHERE s.device_id = n.device_id AND s.running AND s.kind = 'trip')) THEN 'moving'
       WHEN EXISTS (SELECT FROM ${sql.raw(newestValues)} v WHERE v.device_id = n.device_id AND v.sensor_id = ${ignition} AND v.value <> 0) THEN 'idle'
       ELSE 'stopped' END`;

/** The same, or why nothing is known. */
export const statusWith = sql`
  CASE WHEN t.state <> 'active' THEN t.state WHEN n.device_id IS NULL THEN 'no-device' ELSE ${movementWith} END`;

/** The same for a condition, which has `t` only. */
export const statusNow = sql`(SELECT ${statusWith} FROM (SELECT) o ${trackerNow})`;

/** How the papers of the vehicle `t` are today. */
export const papersNow = sql`
  CASE WHEN t.papers_until IS NULL THEN 'none' WHEN t.papers_until < rasid_today() THEN 'expired'
       WHEN t.papers_until < rasid_today() + ${soonDays}::integer THEN 'soon' ELSE 'valid' END`;

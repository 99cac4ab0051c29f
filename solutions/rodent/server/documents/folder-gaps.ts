import { sql } from 'kysely';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { deviceFacts, devicePlaces } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { hardware } from '../../common/devices.ts';

/** After so many missed reports a trap counts as silent. */
const missedReports = 3;
export type Gap = { deviceId: number; from: string; to: string; goesOn: boolean };

/**
 * The times of a period in which traps that stood at a site were not heard, the oldest first. A trap
 * that stays silent is named after three missed reports. Runs as the role that sees all rows.
 */
export async function gapsAt(tx: Tx, structureId: number, { from, to }: { from: string; to: string }): Promise<Gap[]> {
  const models = hardware.map((model) => ({ id: model.id, silence: missedReports * usualInterval(model) }));
  const { rows } = await sql<Gap>`
    WITH stood AS (
      SELECT p.device_id, greatest(coalesce(p.from_at, least(d.created_at, (SELECT min(h.from_at) FROM rodent_heard h WHERE h.device_id = d.id))), ${from}::timestamptz) AS from_at,
             least(p.to_at, ${to}::timestamptz, now()) AS to_at, m.silence * interval '1 second' AS silence
        FROM ${sql.raw(devicePlaces)} p
        JOIN ${sql.raw(deviceFacts)} d ON d.id = p.device_id AND d.app = 'rodent'
        JOIN unnest(${models.map(({ id }) => id)}::integer[], ${models.map(({ silence }) => silence)}::integer[]) AS m (id, silence) ON m.id = d.hardware_id
       WHERE p.structure_id = ${structureId})
    SELECT s.device_id, lower(g.gap) AS from, upper(g.gap) AS to, upper(g.gap) = now() AS goes_on
      FROM stood s
     CROSS JOIN LATERAL (SELECT coalesce(range_agg(tstzrange(h.from_at, h.to_at, '[]')), '{}') AS spans FROM rodent_heard h
                          WHERE h.device_id = s.device_id AND h.to_at >= s.from_at AND h.from_at <= s.to_at) heard
     CROSS JOIN LATERAL unnest(tstzmultirange(tstzrange(s.from_at, s.to_at)) - heard.spans) AS g (gap)
     CROSS JOIN LATERAL (SELECT (SELECT max(h.to_at) FROM rodent_heard h WHERE h.device_id = s.device_id AND h.to_at <= lower(g.gap)) AS last,
                                EXISTS (SELECT FROM rodent_heard h WHERE h.device_id = s.device_id AND h.from_at = upper(g.gap)) AS ended) e
     WHERE s.from_at < s.to_at AND (e.last IS NOT NULL AND e.ended OR upper(g.gap) - coalesce(e.last, lower(g.gap)) > s.silence)
     ORDER BY 2, 1`.execute(tx);
  return rows;
}

import { sql } from 'kysely';
import { placedItems, storedPlans } from '#core/layouts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { IncidentPlan } from '../../common/incidents/incident-file.ts';
import type { Incident } from './incident-file.ts';

const mostPlans = 4;

/**
 * The plans of the site of an incident with the zones of its panel. A zone is where it was placed itself, else where its
 * detector is, else in its space. Runs as the role that sees all rows.
 */
export async function plansOf(tx: Tx, { id, companyId, structureId }: Incident): Promise<IncidentPlan[]> {
  if (structureId === null) return [];
  const { rows } = await sql<IncidentPlan>`
    WITH placed AS (
      SELECT DISTINCT ON (i.layout_id, z.id) i.layout_id, z.number, z.name, i.x, i.y, i.turn, i.outline,
             (SELECT max(e.at) FROM defcon_event e WHERE e.alarm_id = ${id} AND e.panel_id = z.panel_id AND e.zone_no = z.number AND e.is_hit) AS hit_at
        FROM defcon_incident n JOIN defcon_zone z ON z.panel_id = n.panel_id
        JOIN ${sql.raw(placedItems)} i ON (i.app = 'defcon' AND i.kind = 'zone' AND i.ref_id = z.id) OR i.device_id = z.device_id OR i.space_id = z.space_id
       WHERE n.alarm_id = ${id} ORDER BY i.layout_id, z.id, i.ref_id NULLS LAST, i.device_id NULLS LAST)
    SELECT l.id, l.name, l.file_id, l.width::float8 / l.height AS ratio,
           jsonb_agg(jsonb_build_object('number', p.number, 'name', p.name, 'x', p.x, 'y', p.y, 'turn', p.turn, 'outline', p.outline, 'hitAt', p.hit_at) ORDER BY p.number) AS zones
      FROM ${sql.raw(storedPlans)} l JOIN placed p ON p.layout_id = l.id
     WHERE l.company_id = ${companyId} AND l.structure_id = ${structureId}
     GROUP BY l.id, l.name, l.file_id, l.width, l.height ORDER BY max(p.hit_at) DESC NULLS LAST, l.name LIMIT ${mostPlans}`.execute(
    tx,
  );
  return rows;
}

/** The picture of a plan of the site of an incident. */
export async function planFileOf(
  tx: Tx,
  { companyId, structureId }: Incident,
  layoutId: number,
): Promise<number | null> {
  const { rows } = await sql<{ fileId: number }>`
    SELECT l.file_id FROM ${sql.raw(storedPlans)} l
     WHERE l.id = ${layoutId} AND l.company_id = ${companyId} AND l.structure_id = ${structureId}`.execute(tx);
  return rows[0]?.fileId ?? null;
}

/** The picture of a photo of a hit of an incident. */
export async function photoFileOf(tx: Tx, { id }: Incident, photoId: number): Promise<number | null> {
  const { rows } = await sql<{ fileId: number }>`
    SELECT p.file_id FROM defcon_photo p JOIN defcon_event e ON e.id = p.event_id
     WHERE p.id = ${photoId} AND e.alarm_id = ${id}`.execute(tx);
  return rows[0]?.fileId ?? null;
}

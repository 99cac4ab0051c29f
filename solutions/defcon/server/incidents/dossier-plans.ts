import { sql } from 'kysely';
import { copyFile } from '#platform/server/files/copy-file.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { IncidentPlan } from '../../common/incidents/incident-file.ts';
import type { Incident } from './incident-file.ts';
import { plansOf } from './incident-plans.ts';

/*
 * The plans of the dossier are copies, with their pictures: the customer may replace a plan later, and the police sees what
 * it was called for. All of this runs as the role that sees all rows.
 */

/** Copies the plans of the site as they are now, in place of those of an earlier call. */
export async function copyPlans(tx: Tx, incident: Incident): Promise<void> {
  await tx.deleteFrom('defconDossierPlan').where('alarmId', '=', incident.id).execute();
  // There are only a few plans, and each copy is one statement.
  for (const { id: layoutId, name, fileId, ratio, zones } of await plansOf(tx, incident)) {
    const copy = await copyFile(tx, fileId);
    await sql`
      INSERT INTO defcon_dossier_plan (company_id, alarm_id, layout_id, name, file_id, ratio, zones)
      VALUES (${incident.companyId}, ${incident.id}, ${layoutId}, ${name}, ${copy}, ${ratio}, ${JSON.stringify(zones)}::jsonb)`.execute(
      tx,
    );
  }
}

/** The plans of the dossier, with the hits until now. */
export async function dossierPlansOf(tx: Tx, { id }: Incident): Promise<IncidentPlan[]> {
  const { rows } = await sql<IncidentPlan>`
    WITH hit AS MATERIALIZED (
      SELECT e.zone_no AS number, max(e.at) AS at FROM defcon_event e JOIN defcon_incident i ON i.alarm_id = e.alarm_id AND i.panel_id = e.panel_id
       WHERE e.alarm_id = ${id} AND e.is_hit GROUP BY e.zone_no)
    SELECT p.layout_id AS id, p.name, p.file_id, p.ratio,
           (SELECT jsonb_agg(z.zone || jsonb_build_object('hitAt', h.at) ORDER BY z.n)
              FROM jsonb_array_elements(p.zones) WITH ORDINALITY AS z (zone, n) LEFT JOIN hit h ON h.number = (z.zone ->> 'number')::integer) AS zones
      FROM defcon_dossier_plan p WHERE p.alarm_id = ${id}
     ORDER BY (SELECT max(h.at) FROM jsonb_array_elements(p.zones) z JOIN hit h ON h.number = (z ->> 'number')::integer) DESC NULLS LAST, p.name`.execute(
    tx,
  );
  return rows;
}

/** The picture of a plan of the dossier. */
export async function dossierPlanFileOf(tx: Tx, { id }: Incident, layoutId: number): Promise<number | null> {
  const found = await tx
    .selectFrom('defconDossierPlan')
    .select('fileId')
    .where('alarmId', '=', id)
    .where('layoutId', '=', layoutId)
    .executeTakeFirst();
  return found?.fileId ?? null;
}

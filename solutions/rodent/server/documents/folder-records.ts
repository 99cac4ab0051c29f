import { sql } from 'kysely';
import { companyName, personNameSql } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { PrintedFolder } from '../../common/documents.ts';
import { trapZones } from '../../common/trap.ts';
import type { Material } from '../../common/visits/records.ts';

type Of = { structureId: number; from: string; to: string };

/** The visits `v` of a period: by when they were made, else by when they were planned. */
const visits = ({ structureId, from, to }: Of) => sql`
  (SELECT o.*, coalesce(o.started_at, o.planned_at) AS at FROM rodent_visit o
    WHERE o.structure_id = ${structureId} AND coalesce(o.started_at, o.planned_at) >= ${from}::timestamptz AND coalesce(o.started_at, o.planned_at) < ${to}::timestamptz) v`;

export async function visitsAt(tx: Tx, of: Of): Promise<PrintedFolder['visits']> {
  const { rows } = await sql<PrintedFolder['visits'][number]>`
    SELECT v.id, v.number, v.kind, v.state, v.at, ${personNameSql('v.technician_id')} AS technician, ${companyName('v.provider_id')} AS provider,
           (SELECT count(*)::integer FROM rodent_visit_line l WHERE l.visit_id = v.id) AS lines, v.signed_by,
           (SELECT max(s.at) FROM rodent_visit_step s WHERE s.subject_id = v.id AND s.step = 'sign') AS signed_at,
           (SELECT count(*)::integer FROM rodent_addendum a WHERE a.visit_id = v.id) AS addenda
      FROM ${visits(of)} ORDER BY v.at, v.id`.execute(tx);
  return rows;
}

/** What visits of a period recommended, and what became of it. */
export async function actionsAt(tx: Tx, of: Of): Promise<PrintedFolder['actions']> {
  const { rows } = await sql<PrintedFolder['actions'][number]>`
    SELECT r.id, v.number AS visit, r.text, r.due_on, r.state, r.state = 'open' AND r.due_on < rasid_today() AS overdue, ${personNameSql('r.owner_id')} AS owner,
           s.at AS done_at, coalesce(s.detail ->> 'note', s.detail ->> 'reason') AS note
      FROM ${visits(of)} JOIN rodent_recommendation r ON r.visit_id = v.id
      LEFT JOIN LATERAL (SELECT e.at, e.detail FROM rodent_recommendation_step e WHERE e.subject_id = r.id ORDER BY e.id DESC LIMIT 1) s ON true
     ORDER BY v.at, r.id`.execute(tx);
  return rows;
}

type Put = Omit<Material, 'person' | 'clientId'> & { visit: string };
export async function materialsAt(tx: Tx, of: Of): Promise<Put[]> {
  const { rows } = await sql<Put>`
    SELECT m.id, m.device_id, m.at, m.product, m.registration, m.batch, m.amount::float8 AS amount, m.unit, m.toxic, v.number AS visit
      FROM ${visits(of)} JOIN rodent_material m ON m.visit_id = v.id ORDER BY m.at, m.id`.execute(tx);
  return rows;
}

/** How fast hits were followed by a check of their traps. Hits that were false or service need none. */
export async function responsesAt(
  tx: Tx,
  { structureId, from, to }: Of,
  hours: Readonly<Record<string, number>>,
): Promise<PrintedFolder['responses']> {
  const { rows } = await sql<PrintedFolder['responses'][number]>`
    SELECT n.zone, count(*)::integer AS hits, n.hours, percentile_cont(0.5) WITHIN GROUP (ORDER BY n.took) AS median,
           percentile_cont(0.9) WITHIN GROUP (ORDER BY n.took) AS p90,
           -- One whose time is not over yet has missed nothing.
           (count(*) FILTER (WHERE n.took <= n.hours))::float8 / nullif(count(*) FILTER (WHERE n.took IS NOT NULL OR n.waited > n.hours), 0) AS within
      FROM (SELECT z.zone, z.hours, extract(epoch FROM l.at - h.at)::float8 / 3600 AS took, extract(epoch FROM now() - h.at)::float8 / 3600 AS waited
              FROM rodent_hit h LEFT JOIN rodent_trap t ON t.id = h.device_id
              JOIN unnest(${[...trapZones]}::text[], ${trapZones.map((zone) => hours[zone] ?? 0)}::float8[]) AS z (zone, hours) ON z.zone = coalesce(t.zone, 'interior')
              LEFT JOIN LATERAL (SELECT min(o.at) AS at FROM rodent_visit_line o
                                  WHERE o.device_id = h.device_id AND o.at >= h.at AND o.finding NOT IN ('missing', 'inaccessible')) l ON true
             WHERE h.structure_id = ${structureId} AND h.at >= ${from}::timestamptz AND h.at < ${to}::timestamptz
               AND h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')) n
     GROUP BY n.zone, n.hours ORDER BY n.hours`.execute(tx);
  return rows;
}

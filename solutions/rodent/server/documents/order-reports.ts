import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/**
 * Lets the report of a signed visit be laid out, once in each language for each number of addenda: a report that was handed
 * out stays as it is, and an addendum makes another one.
 */
export async function orderReports(tx: Tx, visitId: number, inSeconds = 0): Promise<void> {
  await sql`
    INSERT INTO rodent_document (company_id, structure_id, visit_id, language, addenda, due_at)
    SELECT v.company_id, v.structure_id, v.id, l.language, (SELECT count(*)::integer FROM rodent_addendum a WHERE a.visit_id = v.id), now() + ${inSeconds} * interval '1 second'
      FROM rodent_visit v CROSS JOIN unnest('{en,ar}'::text[]) AS l (language) WHERE v.id = ${visitId}
    ON CONFLICT (visit_id, language, addenda) DO NOTHING`.execute(tx);
}

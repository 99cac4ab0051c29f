import { sql } from 'kysely';
import { companyZoneSql } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

/** SQL for the time zone (IANA name) of the structure in a column, else of the company in the other column. */
export const siteZone = (structure: string, company: string) =>
  sql<string>`coalesce(site_zone(${sql.ref(structure)}), ${companyZoneSql(company)})`;

type Place = { structureId: number | null; companyId: number };

/** The time zone (IANA name) of the structure that contains a record, else of its company. */
export async function zoneOfSite(tx: Tx, { structureId, companyId }: Place): Promise<string> {
  const rows = await sql<{ zone: string }>`
    SELECT ${siteZone('p.structure_id', 'p.company_id')} AS zone
      FROM (SELECT ${structureId}::integer AS structure_id, ${companyId}::integer AS company_id) p`.execute(tx);
  return rows.rows[0]?.zone ?? 'UTC';
}

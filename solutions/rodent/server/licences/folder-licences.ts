import { type RawBuilder, sql } from 'kysely';
import { companyName, personNameSql } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { PrintedFolder } from '../../common/documents.ts';
import { dayAt, licenceAt } from './licence-states.ts';

type Of = { companyId: number; structureId: number; from: string; to: string };
type Bounds = Record<'company' | 'structure' | 'from' | 'to', RawBuilder<unknown>>;

/** The visits `v` that began in a period, with the licences `licence` of those who led them. */
const ledVisits = ({ company, structure, from, to }: Bounds) => sql`
  (SELECT o.id, o.number, o.technician_id, o.started_at,
          ${licenceAt({ company: sql.raw('o.company_id'), structure: sql.raw('o.structure_id'), technician: sql.raw('o.technician_id'), at: sql.raw('o.started_at') })} AS licence
     FROM rodent_visit o
    WHERE o.company_id = ${company} AND o.structure_id = ${structure} AND o.started_at >= ${from} AND o.started_at < ${to}) v`;

/** The licences `c` of those people that were valid for a part of the period. */
const heldLicences = (bounds: Bounds) => sql`
  rodent_licence c
   WHERE c.company_id = ${bounds.company} AND (c.structure_id IS NULL OR c.structure_id = ${bounds.structure})
     AND c.technician_id IN (SELECT v.technician_id FROM ${ledVisits(bounds)})
     AND c.expires_on >= ${dayAt(bounds, bounds.from)} AND coalesce(c.valid_from <= ${dayAt(bounds, bounds.to)}, true)`;

const given = ({ companyId, structureId, from, to }: Of): Bounds => ({
  company: sql`${companyId}::integer`,
  structure: sql`${structureId}::integer`,
  from: sql`${from}::timestamptz`,
  to: sql`${to}::timestamptz`,
});

/** Those of the folder `d`. */
const ofFolder: Bounds = {
  company: sql.raw('d.company_id'),
  structure: sql.raw('d.structure_id'),
  from: sql.raw('d.from_at'),
  to: sql.raw('d.to_at'),
};

/** A hash of what the section of a folder `d` about licences is made from. */
export const licencesHash = sql<string>`md5(
  coalesce((SELECT jsonb_agg(to_jsonb(c) - 'created_at' ORDER BY c.id)::text FROM ${heldLicences(ofFolder)}), '') ||
  coalesce((SELECT jsonb_agg(jsonb_build_array(v.id, v.technician_id, v.started_at, v.licence) ORDER BY v.id)::text FROM ${ledVisits(ofFolder)}
             WHERE v.licence ->> 'state' IS DISTINCT FROM 'valid'), ''))`;

/** Licences of those who led visits of a period, and the visits that nobody with a valid one led. */
export async function licencesIn(tx: Tx, of: Of): Promise<Pick<PrintedFolder, 'licences' | 'unlicensed'>> {
  const bounds = given(of);
  const licences = await sql<PrintedFolder['licences'][number]>`
    SELECT c.id, ${personNameSql('c.technician_id')} AS technician, ${companyName('c.provider_id')} AS provider, c.number, c.authority,
           c.structure_id IS NULL AS everywhere, c.valid_from, c.expires_on
      FROM ${heldLicences(bounds)} ORDER BY 2, c.expires_on, c.id`.execute(tx);
  const unlicensed = await sql<PrintedFolder['unlicensed'][number]>`
    SELECT v.id, v.number AS visit, v.started_at AS at, ${personNameSql('v.technician_id')} AS technician,
           v.licence ->> 'number' AS number, v.licence ->> 'expiresOn' AS expires_on
      FROM ${ledVisits(bounds)} WHERE v.licence ->> 'state' IS DISTINCT FROM 'valid' ORDER BY v.started_at, v.id`.execute(
    tx,
  );
  return { licences: licences.rows, unlicensed: unlicensed.rows };
}

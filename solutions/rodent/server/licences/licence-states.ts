import { type RawBuilder, sql } from 'kysely';
import { siteZone } from '#core/places/server/api.ts';

type Place = Record<'company' | 'structure', RawBuilder<unknown>>;
type Of = Place & Record<'technician' | 'at', RawBuilder<unknown>>;

/** SQL for the day on which a time is by the clocks of a site. */
export const dayAt = ({ company, structure }: Place, at: RawBuilder<unknown>) => sql`
  (SELECT rasid_wall(${at}, ${siteZone('z.structure_id', 'z.company_id')})::date
     FROM (SELECT ${structure}::integer AS structure_id, ${company}::integer AS company_id) z)`;

/**
 * SQL for `{state, number, expiresOn}`: the licence of a technician for a site at a time, of those that had begun the one that
 * is valid for the longest. Null without a technician.
 */
export const licenceAt = ({ company, structure, technician, at }: Of) => sql`
  CASE WHEN ${technician} IS NOT NULL THEN coalesce(
    (SELECT jsonb_build_object('state', CASE WHEN c.expires_on >= n.day THEN 'valid' ELSE 'expired' END, 'number', c.number, 'expiresOn', c.expires_on)
       FROM (SELECT ${dayAt({ company, structure }, at)} AS day) n
       JOIN rodent_licence c ON c.company_id = ${company} AND c.technician_id = ${technician} AND (c.structure_id IS NULL OR c.structure_id = ${structure})
        AND coalesce(c.valid_from <= n.day, true)
      ORDER BY c.expires_on DESC, c.id DESC LIMIT 1), '{"state": "unknown", "number": null, "expiresOn": null}') END`;

/** That of the technician of the visit `t`, when it was made, else when it is planned for. */
export const licenceOfVisit = licenceAt({
  company: sql.raw('t.company_id'),
  structure: sql.raw('t.structure_id'),
  technician: sql.raw('t.technician_id'),
  at: sql.raw('coalesce(t.started_at, t.planned_at)'),
});

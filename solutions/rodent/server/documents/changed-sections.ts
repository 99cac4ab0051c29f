import { type RawBuilder, sql } from 'kysely';
import type { DocumentSection } from '../../common/documents.ts';
import { licencesHash } from '../licences/folder-licences.ts';

const hits = sql`rodent_hit h WHERE h.structure_id = d.structure_id AND h.at >= d.from_at AND h.at < d.to_at`;
const visits = sql`rodent_visit v WHERE v.structure_id = d.structure_id
  AND coalesce(v.started_at, v.planned_at) >= d.from_at AND coalesce(v.started_at, v.planned_at) < d.to_at`;
const isNews = (created: string) => sql`${sql.raw(created)} >= d.read_at`;
const isCorrected = sql`(${isNews('h.created_at')} OR EXISTS (SELECT FROM rodent_verdict n WHERE n.hit_id = h.id AND ${isNews('n.at')}))`;

/** Whether there are newer facts than a folder `d` says, by section. What only depends on the day does not count. */
const ofFolder: Partial<Record<DocumentSection, RawBuilder<unknown>>> = {
  trend: sql`EXISTS (SELECT FROM ${hits} AND ${isCorrected})`,
  responses: sql`EXISTS (SELECT FROM ${hits} AND h.kind = 'activation' AND (${isCorrected} OR h.verdict NOT IN ('false', 'service') AND
    (SELECT ${isNews('l.created_at')} FROM rodent_visit_line l
      WHERE l.device_id = h.device_id AND l.at >= h.at AND l.finding NOT IN ('missing', 'inaccessible') ORDER BY l.at LIMIT 1)))`,
  visits: sql`EXISTS (SELECT FROM ${visits} AND (${isNews('v.created_at')}
    OR EXISTS (SELECT FROM rodent_visit_step s WHERE s.subject_id = v.id AND ${isNews('s.at')})
    OR EXISTS (SELECT FROM rodent_visit_line l WHERE l.visit_id = v.id AND ${isNews('l.created_at')})
    OR EXISTS (SELECT FROM rodent_addendum a WHERE a.visit_id = v.id AND ${isNews('a.created_at')})))`,
  actions: sql`EXISTS (SELECT FROM ${visits} AND EXISTS (SELECT FROM rodent_recommendation r WHERE r.visit_id = v.id AND (${isNews('r.created_at')}
    OR EXISTS (SELECT FROM rodent_recommendation_step s WHERE s.subject_id = r.id AND ${isNews('s.at')}))))`,
  materials: sql`EXISTS (SELECT FROM ${visits} AND EXISTS (SELECT FROM rodent_material m WHERE m.visit_id = v.id AND ${isNews('m.created_at')}))`,
  licences: sql`d.licences <> ${licencesHash}`,
};

/** The same of the report `d` of a visit. Addenda are counted apart. */
const ofVisit: Partial<Record<DocumentSection, RawBuilder<unknown>>> = {
  // Another verdict on a hit than its finding gave.
  lines: sql`EXISTS (SELECT FROM rodent_verdict v JOIN rodent_verdict n ON n.hit_id = v.hit_id AND n.id > v.id
    WHERE v.visit_id = d.visit_id AND n.visit_id IS DISTINCT FROM d.visit_id AND ${isNews('n.at')})`,
  recommendations: sql`EXISTS (SELECT FROM rodent_recommendation r JOIN rodent_recommendation_step s ON s.subject_id = r.id
    WHERE r.visit_id = d.visit_id AND ${isNews('s.at')})`,
};

const named = (sections: typeof ofFolder) =>
  sql`array_remove(ARRAY[${sql.join(
    Object.entries(sections).map(([section, isChanged]) => sql`CASE WHEN ${isChanged} THEN ${sql.lit(section)} END`),
  )}], NULL)`;

/** The sections of a document `d` that would say something else today: it stays as it was handed out. */
export const changedSections = sql<
  DocumentSection[]
>`CASE WHEN d.visit_id IS NULL THEN ${named(ofFolder)} ELSE ${named(ofVisit)} END`;

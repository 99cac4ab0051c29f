import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: async ({ one, records }) =>
    one(
      `WITH visit AS (INSERT INTO rodent_visit (company_id, structure_id, number, kind, planned_at)
                      VALUES ($1, $2, 'V-ISOLATION', 'planned', now()) RETURNING id),
            said AS (INSERT INTO rodent_recommendation (company_id, visit_id, client_id, text, severity, due_on)
                     SELECT $1, id, gen_random_uuid(), 'Isolation', 'ok', current_date FROM visit RETURNING id)
       SELECT visit.id AS "rodentVisit", said.id AS "rodentRecommendation" FROM visit, said`,
      [records.company, records.structure],
    ),
  owners: [
    [
      / \/rodent\/visit\/\{id\}/,
      (records) => ({
        id: records.rodentVisit,
        recommendationId: records.rodentRecommendation,
        proofId: records.proof,
      }),
    ],
    [/ \/rodent\/policy\/\{id\}/, (records) => ({ id: records.structure })],
  ],
};

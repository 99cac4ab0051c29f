import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  rowsWithoutCompany: {
    'GET /rodent/licence/technician': 'people: checked by id',
    'GET /rodent/visit/technician': 'people: checked by id',
  },
  listsOf: [[/\/(licence|visit)\/technician$/, 'user']],
  records: async ({ one, records }) => ({
    ...(await one(
      `INSERT INTO rodent_document (company_id, structure_id, language, from_at, to_at, expires_at, print_id)
       VALUES ($1, $2, 'en', now() - interval '1 day', now(), now() + interval '1 day', 0) RETURNING id AS "rodentFolder"`,
      [records.company, records.structure],
    )),
    ...(await one(
      `INSERT INTO rodent_hit (company_id, device_id, structure_id, kind, at, until_at)
       VALUES ($1, $2, $3, 'activation', now(), now()) RETURNING id AS "rodentHit"`,
      [records.company, records.device, records.structure],
    )),
    ...(await one(
      `WITH visit AS (INSERT INTO rodent_visit (company_id, structure_id, number, kind, planned_at)
                      VALUES ($1, $2, 'V-ISOLATION', 'planned', now()) RETURNING id),
            said AS (INSERT INTO rodent_recommendation (company_id, visit_id, client_id, text, severity, due_on)
                     SELECT $1, id, gen_random_uuid(), 'Isolation', 'ok', current_date FROM visit RETURNING id)
       SELECT visit.id AS "rodentVisit", said.id AS "rodentRecommendation" FROM visit, said`,
      [records.company, records.structure],
    )),
    ...(await one(
      `WITH licence AS (INSERT INTO rodent_licence (company_id, structure_id, technician_id, number, expires_on)
                        VALUES ($1, $2, $3, 'ISOLATION', current_date) RETURNING id),
            file AS (INSERT INTO stored_file (company_id, media_type, sha256, size) VALUES ($1, 'text/plain', '', 0) RETURNING id)
       INSERT INTO rodent_licence_attachment (company_id, subject_id, name, file_id) SELECT $1, licence.id, 'Isolation', file.id FROM licence, file
       RETURNING subject_id AS "rodentLicence", id AS "rodentLicenceDocument"`,
      [records.company, records.structure, records.user],
    )),
  }),
  owners: [
    [/ \/rodent\/hit\/\{id\}/, (records) => ({ id: records.rodentHit })],
    [/ \/rodent\/trap\/\{id\}/, (records) => ({ id: records['device rodent'] ?? records.device })],
    [
      / \/rodent\/visit\/\{id\}/,
      (records) => ({
        id: records.rodentVisit,
        recommendationId: records.rodentRecommendation,
        proofId: records.proof,
      }),
    ],
    [/ \/rodent\/audit-folder\/\{id\}/, (records) => ({ id: records.rodentFolder })],
    [
      / \/rodent\/licence\/\{id\}/,
      (records) => ({ id: records.rodentLicence, attachmentId: records.rodentLicenceDocument }),
    ],
    [/ \/rodent\/policy\/\{id\}/, (records) => ({ id: records.structure })],
  ],
};

import type { Isolation } from '#platform/server/isolation.ts';

export const premisesIsolation = {
  records: ({ one, records }) =>
    one(
      `WITH site AS (SELECT id, company_id FROM defcon_premises WHERE structure_id = $1),
            person AS (INSERT INTO defcon_contact (company_id, premises_id, position, name, phone, language)
                       SELECT company_id, id, 10, 'Isolation', '+971505550100', 'en' FROM site RETURNING id),
            file AS (INSERT INTO stored_file (company_id, media_type, size, sha256) SELECT company_id, 'image/png', 0, '' FROM site RETURNING id, company_id)
       INSERT INTO defcon_premises_attachment (subject_id, company_id, name, file_id)
       SELECT site.id, site.company_id, 'Isolation', file.id FROM site, file RETURNING id AS "premisesPhoto", (SELECT id FROM person) AS "premisesContact"`,
      [records.structure],
    ),
  owners: [
    [/ \/defcon\/premises\/\{structureId\}/, (of) => ({ structureId: of.structure, id: of.premisesContact })],
    [/ \/defcon\/premises\/\{id\}\/attachment/, (of) => ({ id: of.structure, attachmentId: of.premisesPhoto })],
  ],
} satisfies Isolation;

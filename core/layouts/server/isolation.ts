import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH file AS (INSERT INTO stored_file (company_id, media_type, sha256, width, height, size) VALUES ($1, 'image/webp', '', 1, 1, 0) RETURNING id)
       INSERT INTO layout (company_id, structure_id, name, file_id, width, height) SELECT $1, $2, 'Isolation', id, 1, 1 FROM file RETURNING id AS layout`,
      [records.company, records.structure],
    ),
  owners: [[/ (?:\/\S+)?\/layout\/\{id\}/, (f) => ({ id: f.layout })]],
};

import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH asset AS (INSERT INTO asset (company_id, name, type) VALUES ($1, 'Isolation', 'pump') RETURNING id),
            file AS (INSERT INTO stored_file (company_id, media_type, sha256, size) VALUES ($1, 'text/plain', '', 0) RETURNING id)
       INSERT INTO asset_attachment (company_id, subject_id, name, file_id) SELECT $1, asset.id, 'Isolation', file.id FROM asset, file
       RETURNING subject_id AS asset, id AS asset_attachment`,
      [records.company],
    ),
  owners: [
    [
      / \/company\/\{companyId\}\/asset/,
      (f) => ({ companyId: f.company, id: f.asset, attachmentId: f.asset_attachment }),
    ],
  ],
};

import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO print_document (company_id, page, language, title, data, sha256) VALUES ($1, 'meter-invoice', 'en', 'Isolation', '{}', 'isolation') RETURNING id AS print`,
      [records.company],
    ),
  owners: [
    [/ \/company\/\{companyId\}\/print\/\{id\}/, (records) => ({ companyId: records.company, id: records.print })],
  ],
};

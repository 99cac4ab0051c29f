import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(`INSERT INTO asset (company_id, name, type) VALUES ($1, 'Isolation', 'pump') RETURNING id AS asset`, [
      records.company,
    ]),
  owners: [[/ \/company\/\{companyId\}\/asset/, (f) => ({ companyId: f.company, id: f.asset })]],
};

import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Isolation', 'Isolation', '+971501234567', 233) RETURNING id AS address`,
      [records.company],
    ),
  owners: [[/ \/company\/\{companyId\}\/order\/address\/\{id\}/, (records) => ({ id: records.address })]],
  shared: {
    'GET /product/{id}/customized': 'the catalogue is shared; names and prices of a company are read by its id',
  },
};

import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Isolation', 'Isolation', '+971501234567', 233)
       RETURNING id AS address, (SELECT min(id) FROM market_product WHERE kind = 'device') AS product`,
      [records.company],
    ),
  owners: [
    [
      / \/company\/\{companyId\}\/order\/(?:address|validate)/,
      (records) => ({ companyId: records.company, id: records.address }),
    ],
  ],
  shared: {
    'GET /product/{id}/customized': 'the catalogue; names and prices of a company are read by its id',
    'PATCH /quote-order/{id}': 'quote requests of everybody, answered by the platform alone',
    'PATCH /discount/{id}': 'vouchers of the platform',
    'GET /discount/{id}/redemption': 'vouchers of the platform, read by it alone',
    'GET /discount/voucher/{code}': 'a voucher is read by its code',
    'PATCH /product/{id}/customize': 'the catalogue, changed by the platform alone',
  },
  rowsWithoutCompany: {
    'GET /quote-order': 'quote requests of everybody, read by the platform alone',
    'GET /discount': 'vouchers of the platform',
    'GET /product': 'the catalogue',
    'GET /plugin': 'the catalogue',
  },
};

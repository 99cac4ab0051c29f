import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO orders (number, company_id, requires_shipping, subtotal, discount, shipping, shipping_tax, tax, total, quote_hash, billing)
       VALUES ('RS-ISOLATION', $1, false, 0, 0, 0, 0, 0, 0, '', '{}') RETURNING id AS order`,
      [records.company],
    ),
  owners: [
    [/ \/company\/\{companyId\}\/order\/\{id\}$/, (records) => ({ companyId: records.company, id: records.order })],
    [/ \/company\/\{companyId\}\/order$/, (records) => ({ companyId: records.company })],
    [/ \/order\/\{id\}(?:\/(?:deploy|labels|shipping))?$/, (records) => ({ id: records.order })],
  ],
};

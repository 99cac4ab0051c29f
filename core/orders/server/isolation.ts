import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, records }) {
    const order = await one(
      `INSERT INTO orders (number, company_id, requires_shipping, subtotal, discount, shipping, shipping_tax, tax, total, quote_hash, billing)
       VALUES ('RS-ISOLATION', $1, false, 0, 0, 0, 0, 0, 0, '', '{}') RETURNING id AS order`,
      [records.company],
    );
    const intention = await one(
      `INSERT INTO order_intention (company_id, cart, total) VALUES ($1, '[]', 0) RETURNING uuid AS intention`,
      [records.company],
    );
    return { ...order, ...intention };
  },
  owners: [
    [/ \/company\/\{companyId\}\/order\/ordering-intention$/, (records) => ({ companyId: records.company })],
    [/ \/order\/intention\/\{uuid\}$/, (records) => ({ uuid: records.intention })],
    [/ \/company\/\{companyId\}\/order\/\{id\}$/, (records) => ({ companyId: records.company, id: records.order })],
    [/ \/company\/\{companyId\}\/order$/, (records) => ({ companyId: records.company })],
    [/ \/order\/\{id\}(?:\/(?:deploy|labels|shipping))?$/, (records) => ({ id: records.order })],
  ],
};

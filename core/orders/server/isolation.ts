import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, records }) {
    const order = await one(
      `WITH placed AS (
         INSERT INTO orders (number, company_id, requires_shipping, subtotal, discount, shipping, shipping_tax, tax, total, quote_hash, billing)
         VALUES ('RS-ISOLATION', $1, false, 0, 0, 0, 0, 0, 0, '', '{}') RETURNING id),
       proof AS (INSERT INTO stored_file (company_id, media_type, sha256, size) VALUES ($1, 'application/pdf', '', 0) RETURNING id),
       paid AS (
         INSERT INTO payment (order_id, company_id, method, provider, amount, proof_file_id)
         SELECT placed.id, $1, 'transfer', 'offline', 1, proof.id FROM placed, proof RETURNING id)
       SELECT placed.id AS order, paid.id AS payment FROM placed, paid`,
      [records.company],
    );
    const intention = await one(
      `INSERT INTO order_intention (company_id, cart, total) VALUES ($1, '[]', 0) RETURNING uuid AS intention`,
      [records.company],
    );
    return { ...order, ...intention };
  },
  companyWide: [[/GET \/\S*order\//, 'the orders of the company']],
  owners: [
    [/ \/company\/\{companyId\}\/order\/ordering-intention$/, (records) => ({ companyId: records.company })],
    [/ \/order\/intention\/\{uuid\}$/, (records) => ({ uuid: records.intention })],
    [
      / \/company\/\{companyId\}\/order\/\{id\}(?:\/(?:payment|bills?))?$/,
      (records) => ({ companyId: records.company, id: records.order }),
    ],
    [/ \/company\/\{companyId\}\/order(?:\/credit)?$/, (records) => ({ companyId: records.company })],
    [
      / \/company\/\{companyId\}\/payment\/\{id\}\/proof$/,
      (records) => ({ companyId: records.company, id: records.payment }),
    ],
    [/ \/order\/\{id\}(?:\/(?:deploy|labels|shipping|payment))?$/, (records) => ({ id: records.order })],
  ],
};

import { randomUUID } from 'node:crypto';
import type { BillRow } from '#core/orders/common/bill.ts';
import type { OrderDetail, OrderWithMoney } from '#core/orders/common/order.ts';
import type { Attempt, PaymentRow } from '#core/orders/common/payment.ts';
import type { RefundRow } from '#core/orders/common/refund.ts';
import type { PaymentSettings } from '#platform/server/kit.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';
import { blobOf, pdf } from './test-files.ts';

type Order = Pick<OrderDetail, 'id' | 'number' | 'total' | 'companyId'>;
export const goodCard = '4242424242424242';

/** A seller, a Financial Admin and a buyer, who places orders of subscriptions, for tests of payments and bills. */
export async function orderTest(
  email = 'other@rasid.test',
  payments?: PaymentSettings,
  { start = false }: { start?: boolean } = {},
) {
  const app: Rasid = await rasid({ start, ...(payments ? { payments } : {}) });
  const [seller, finance, buyer] = await Promise.all([
    app.signIn('super@rasid.test'),
    app.signIn('finance@rasid.test'),
    app.signIn(email),
  ]);
  const company: number = (await buyer.call('GET', '/session')).body.data.company.id;
  const tokenId: number = (await app.kit.pool.query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-TOKEN-12'`))
    .rows[0].id;
  const read = async (order: Order, rest = '', person = buyer) =>
    (await person.call('GET', `/company/${company}/order/${order.id}${rest}`)).body.data;
  const address = await app.kit.pool.query<{ id: number | null }>(
    `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Store', 'Khalid', '+971501234567', 233) RETURNING id`,
    [company],
  );
  const addressId = address.rows[0]?.id ?? null;
  const validate = (orders: object[]) =>
    seller.call('POST', `/company/${company}/order/validate?addressId=${addressId}`, { body: { orders } });
  const placeOrders = async (orders: object[], shipTo = addressId): Promise<Order> => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { orders, hash: (await validate(orders)).body.data.hash, addressId: shipTo };
    return (await seller.call('POST', `/company/${company}/order`, { body, headers })).body.data;
  };
  return {
    app,
    seller,
    finance,
    buyer,
    company,
    /** The id of a product. */
    async product(sku: string): Promise<number> {
      return (await app.kit.pool.query('SELECT id FROM market_product WHERE sku = $1', [sku])).rows[0].id;
    },
    /** The quote of orders, or their problems. */
    validate,
    placeOrders,
    /** An order of subscriptions, which are not sent. */
    place: (qty = 2) => placeOrders([{ type: 'sample-tokens', app: 'sample', tokens: [{ id: tokenId, qty }] }], null),
    order: (order: Order): Promise<OrderWithMoney> => read(order),
    money: (order: Order): Promise<{ payments: PaymentRow[]; refunds: RefundRow[] }> => read(order, '/payment'),
    bills: (order: Order): Promise<BillRow[]> => read(order, '/bills'),
    async states(order: Order) {
      const { status, paymentStatus } = (await read(order)) as OrderDetail;
      return [status, paymentStatus];
    },
    async startCard(order: Order): Promise<Attempt> {
      return (await buyer.call('POST', '/payment', { body: { orderId: order.id } })).body.data;
    },
    enter: ({ clientSecret }: Attempt, body: object = { card: goodCard }) =>
      app.anonymous.call('POST', '/payment/sandbox/confirm', { body: { clientSecret, ...body } }),
    async cancel(order: Order, reason = 'no longer needed') {
      const { version } = (await read(order)) as OrderDetail;
      return seller.call('PATCH', `/order/${order.id}`, { body: { action: 'cancel', reason, version } });
    },
    decide: (order: Order, body: object, person: TestPerson = finance, key: string = randomUUID()) =>
      person.call('PATCH', `/order/${order.id}/payment`, { body, headers: { 'idempotency-key': key } }),
    /** The subjects of the mails to an address that name the order. */
    async mailsTo(address: string, { number }: Order): Promise<string[]> {
      const { rows } = await app.kit.pool.query(
        `SELECT subject FROM mail_outbox WHERE recipient = $1 AND (subject || text LIKE $2) ORDER BY id`,
        [address, `%${number}%`],
      );
      return rows.map(({ subject }) => subject);
    },
  };
}

/** A form with a proof as PDF. `FormData` of the test, as the browser sends it. */
export function proofForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('proof', blobOf(pdf()), 'proof.pdf');
  return form;
}

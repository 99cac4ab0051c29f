import type { OrderPayload } from '#core/market/common/order-payload.ts';
import type { Problem, Quote } from '#core/market/common/quote.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

type Reply = { status: number; quote: Quote; problems: Problem[]; word: string };

export const order = (parts: Partial<OrderPayload>): Partial<OrderPayload> => ({
  type: 'sample-hardware',
  app: 'sample',
  ...parts,
});

/** A started product whose customer asks for quotes of its own company. The test file closes `app`. */
export async function startShop() {
  const app: Rasid = await rasid();
  const customer = await app.signIn('other@rasid.test');
  const company: number = (await customer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query<{ id: number; sku: string }>('SELECT id, sku FROM market_product');
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]));
  const id = (sku: string): number => ids.get(`SAMPLE-${sku}`) as number;
  const tank = (qty: number, ...products: string[]) => ({
    id: 90101,
    solutionId: 901,
    qty,
    products: products.map(id),
  });

  async function validate(
    orders: object[],
    query = 'countryId=233',
    person: TestPerson = customer,
    companyId = company,
  ): Promise<Reply> {
    const reply = await person.call('POST', `/company/${companyId}/order/validate?${query}`, { body: { orders } });
    const { status, body } = reply;
    const problems = body.detail?.problems ?? [];
    return { status, quote: body.data ?? body.detail?.quote, problems, word: body.word };
  }

  function voucher(code: string, values: Record<string, unknown> = {}) {
    const row = { code, kind: 'percentage', percent: 10, ...values };
    const names = Object.keys(row);
    return app.kit.pool.query(
      `INSERT INTO discount (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
  }

  return { app, customer, company, id, tank, validate, voucher };
}

import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { order, startShop } from '#main/testing/test-shop.ts';

const { app, customer, company, id, voucher } = await startShop();
afterAll(() => app.close());

test('the use of a voucher is recorded with its own amount, without that of the agreed rate', async () => {
  const { pool } = app.kit;
  const seller = await app.signIn('super@rasid.test');
  await voucher('TENTH');
  await pool.query('INSERT INTO discount_rate (company_id, percent) VALUES ($1, 50)', [company]);
  const orders = [order({ type: 'sample-tokens', tokens: [{ id: id('TOKEN-12'), qty: 2 }] })];
  const asked = { orders, voucher: 'TENTH', addressId: null };
  const path = `/company/${company}/order`;
  const quote = await customer.call('POST', `${path}/validate?voucher=TENTH`, { body: { orders } });
  const placed = await seller.call('POST', path, {
    body: { ...asked, hash: quote.body.data.hash },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  expect(placed.body.data.discount).toBe(26.4);
  const { rows } = await pool.query(
    'SELECT amount_cents::integer AS amount FROM discount_redemption WHERE order_id = $1',
    [placed.body.data.id],
  );
  expect(rows).toEqual([{ amount: 240 }]);
});

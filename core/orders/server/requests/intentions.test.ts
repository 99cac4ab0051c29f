import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pricedOf } from '#core/market/common/cart.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Intention } from '../../common/intention.ts';

let app: Rasid;
let admin: TestPerson;
let buyer: TestPerson;
let company: number;
let tokenId: number;
let addressId: number;
beforeAll(async () => {
  app = await rasid();
  [admin, buyer] = [await app.signIn('super@rasid.test'), await app.signIn('other@rasid.test')];
  company = (await buyer.call('GET', '/session')).body.data.company.id;
  const { pool } = app.kit;
  tokenId = (await pool.query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-TOKEN-12'`)).rows[0].id;
  addressId = (
    await pool.query(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Store', 'Khalid', '+971501234567', 233) RETURNING id`,
      [company],
    )
  ).rows[0].id;
});
afterAll(() => app.close());
beforeEach(() => app.kit.pool.query('DELETE FROM mail_outbox'));

const cart = (qty = 2) => [
  {
    app: 'sample',
    solutionId: null,
    type: 'sample-tokens',
    details: { hardwareId: null, packageId: tokenId },
    subOrders: [{ hardwareId: null, qty, items: [{ id: tokenId, type: 'tokenPackage' as const, qty: 1 }] }],
  },
];
const tanks = [
  {
    app: 'sample',
    solutionId: 901,
    type: 'sample-hardware',
    details: { hardwareId: 90301, packageId: null },
    subOrders: [{ hardwareId: 90301, qty: 1, items: [] }],
  },
].map((entry) => ({ ...entry, type: 'sample-meters', solutionId: 903 }));

const post = (body: object, person = buyer, companyId = company, key = randomUUID()) =>
  person.call('POST', `/company/${companyId}/order/ordering-intention`, {
    body,
    headers: { 'idempotency-key': key },
  });
async function sent(orders = cart()): Promise<Intention> {
  const reply = await post({ orders });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
}
const change = (uuid: string, body: object, person = admin) =>
  person.call('PATCH', `/order/intention/${uuid}`, { body });
const read = async (uuid: string, person = buyer) => person.call('GET', `/order/intention/${uuid}`);
const mailsTo = async (recipient: string): Promise<string[]> =>
  (await app.kit.pool.query('SELECT subject FROM mail_outbox WHERE recipient = $1', [recipient])).rows.map(
    ({ subject }) => subject,
  );
/** Submits the cart of an order request as the Super Admin does at checkout. */
async function checkOut(uuid: string, companyId = company) {
  const { cart: entries } = (await read(uuid, admin)).body.data;
  const asked = pricedOf(entries);
  const { hash } = (await admin.call('POST', `/company/${companyId}/order/validate`, { body: asked })).body.data;
  return admin.call('POST', `/company/${companyId}/order`, {
    body: { ...asked, hash, intention: uuid },
    headers: { 'idempotency-key': randomUUID() },
  });
}

describe('an order request', () => {
  test('stores the cart with its price and notifies the Super Admins, who see the actions that they may take', async () => {
    const reply = await post({ orders: cart(3), note: 'For the new tower', method: 'transfer' });
    expect(reply.status).toBe(201);
    const { data } = reply.body;
    expect(data).toMatchObject({ state: 'open', method: 'transfer', note: 'For the new tower', allowed: ['withdraw'] });
    const quote = (await admin.call('POST', `/company/${company}/order/validate`, { body: pricedOf(cart(3)) })).body
      .data;
    expect(data.total).toBe(quote.totals.total);
    const found = (await read(data.uuid, admin)).body.data;
    expect(found).toMatchObject({ cart: cart(3), allowed: ['check-out', 'decline'] });
    const name = (await buyer.call('GET', '/session')).body.data.company.name;
    const [mail] = await mailsTo('super@rasid.test');
    expect(mail).toContain('New order request from');
    expect(mail).toContain(name);
  });

  test('that cannot be ordered is refused with the problems that validate returns, and is not stored', async () => {
    const before = (await buyer.call('GET', '/order/intention')).body.totalRecords;
    const wrong = cart().map((entry) => ({ ...entry, type: 'nothing' }));
    const reply = await post({ orders: wrong });
    expect([reply.status, reply.body.word, reply.body.code]).toEqual([400, 'order-has-problems', '20020001']);
    expect(reply.body.detail.problems[0].word).toBe('unknown-type');
    expect((await buyer.call('GET', '/order/intention')).body.totalRecords).toBe(before);
  });

  test('of goods needs an address of the company', async () => {
    expect((await post({ orders: tanks })).body.word).toBe('address-required');
    const elsewhere = await app.kit.pool.query(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id)
       SELECT id, 'Other', 'Other', '+971501234567', 233 FROM company WHERE id <> $1 LIMIT 1 RETURNING id`,
      [company],
    );
    expect((await post({ orders: tanks, addressId: elsewhere.rows[0].id })).body.word).toBe('address-required');
    const reply = await post({ orders: tanks, addressId });
    expect([reply.status, (await read(reply.body.data.uuid)).body.data.addressId]).toEqual([201, addressId]);
  });

  test('needs a key against repetition, and a repeat is the same request', async () => {
    const path = `/company/${company}/order/ordering-intention`;
    const keyless = await buyer.call('POST', path, { body: { orders: cart() } });
    expect([keyless.status, keyless.body.word]).toEqual([400, 'idempotency-key-required']);
    const key = randomUUID();
    const [first, second] = [
      await post({ orders: cart() }, buyer, company, key),
      await post({ orders: cart() }, buyer, company, key),
    ];
    expect(second.body.data.uuid).toBe(first.body.data.uuid);
  });

  test('is refused with the field at which the cart is too large or malformed', async () => {
    const many = cart().map((entry) => ({ ...entry, subOrders: Array(201).fill(entry.subOrders[0]) }));
    const tooMany = await post({ orders: many });
    expect([tooMany.status, tooMany.body.errors?.[0]?.msg]).toEqual([418, 'tooManyLines']);
    const priced = await post({ orders: cart().map((entry) => ({ ...entry, price: 1 })) });
    expect(priced.status).toBe(418);
    for (const body of [
      { orders: tanks, addressId: 2 ** 40 },
      {
        orders: cart().map((entry) => ({ ...entry, details: { hardwareId: null, packageId: 2 ** 40 } })),
        note: 'x'.repeat(501),
      },
      { orders: tanks.map((entry) => ({ ...entry, subOrders: [{ hardwareId: 2 ** 40, qty: 1, items: [] }] })) },
    ]) {
      const { status } = await post(body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });

  test('is only sent by an administrator of the buyer’s own company', async () => {
    const stranger = await app.signIn('wadi@rasid.test');
    expect((await post({ orders: cart() }, stranger)).status).toBe(404);
    const served = await app.signIn('customer@rasid.test');
    const own = (await served.call('GET', '/session')).body.data.company.id;
    const hidden = await post({ orders: cart() }, served, own);
    expect([hidden.status, hidden.body.word]).toEqual([403, 'market-hidden']);
  });
});

describe('the end of an order request', () => {
  test('is the order that it becomes, in the transaction of the submission, and it is checked out once', async () => {
    const { uuid } = await sent();
    const placed = await checkOut(uuid);
    expect(placed.status).toBe(201);
    expect((await read(uuid)).body.data).toMatchObject({
      state: 'checked-out',
      order: { id: placed.body.data.id, number: placed.body.data.number },
      allowed: [],
    });
    const again = await checkOut(uuid);
    expect([again.status, again.body.word, again.body.code]).toEqual([409, 'intention-closed', '20020008']);
    const { rows } = await app.kit.pool.query('SELECT step FROM order_intention_step ORDER BY id DESC LIMIT 2');
    expect(rows.map(({ step }) => step)).toEqual(['check-out', 'sent']);
  });

  test('is one order even if two people check it out at the same moment', async () => {
    const { uuid } = await sent();
    const replies = await Promise.all([checkOut(uuid), checkOut(uuid)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.word).toBe('intention-closed');
  });

  test('stays open when the submission is refused, and cannot be used for another company', async () => {
    const { uuid } = await sent();
    const asked = pricedOf(cart());
    const refused = await admin.call('POST', `/company/${company}/order`, {
      body: { ...asked, hash: 'f'.repeat(64), intention: uuid },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(refused.body.word).toBe('price-changed');
    const { rows } = await app.kit.pool.query(`SELECT u.company_id FROM users u WHERE u.email = 'wadi@rasid.test'`);
    expect((await checkOut(uuid, rows[0].company_id)).status).toBe(404);
    expect((await read(uuid)).body.data.state).toBe('open');
  });

  test('by the Super Admin has a reason, which its sender receives', async () => {
    const { uuid } = await sent();
    expect((await change(uuid, { action: 'decline' })).body.word).toBe('reason-required');
    const declined = (await change(uuid, { action: 'decline', reason: 'Not in stock before May' })).body.data;
    expect(declined).toMatchObject({ state: 'declined', reason: 'Not in stock before May', allowed: [] });
    expect(await mailsTo('other@rasid.test')).toContain('Your order request was declined');
    const again = await change(uuid, { action: 'withdraw' }, buyer);
    expect([again.status, again.body.word]).toEqual([409, 'intention-closed']);
  });

  test('is withdrawn by the person who sent it, and by nobody else', async () => {
    const { uuid } = await sent();
    expect((await change(uuid, { action: 'withdraw' }, admin)).status).toBe(403);
    expect((await change(uuid, { action: 'decline', reason: 'x' }, buyer)).status).toBe(403);
    expect((await change(uuid, { action: 'withdraw' }, await app.signIn('wadi@rasid.test'))).status).toBe(404);
    expect((await change(uuid, { action: 'withdraw' }, buyer)).body.data.state).toBe('withdrawn');
  });
});

test('a company reads its own order requests, and the Super Admin those of all', async () => {
  const { uuid } = await sent();
  const stranger = await app.signIn('wadi@rasid.test');
  expect((await stranger.call('GET', '/order/intention')).body.data).toEqual([]);
  expect((await read(uuid, stranger)).status).toBe(404);
  const open = (await admin.call('GET', `/order/intention?state=open&companyId=${company}`)).body.data;
  expect(open.map((row: Intention) => row.uuid)).toContain(uuid);
});

test('an integrator cannot send an order request or price a cart for a company that it serves, but can buy for itself', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  const session = (await integrator.call('GET', '/session')).body.data;
  const [{ id: client }] = (
    await app.kit.pool.query(
      `SELECT client_id AS id FROM company_relation WHERE provider_id = $1 AND status = 'engaged' ORDER BY 1`,
      [session.company.id],
    )
  ).rows;
  const headers = () => ({ 'idempotency-key': randomUUID(), 'customer-id': String(client) });
  const path = `/company/${client}/order`;
  const body = { orders: cart() };
  const acting = await integrator.call('POST', `${path}/ordering-intention`, { body, headers: headers() });
  expect([acting.status, acting.body.word]).toEqual([403, 'market-hidden']);
  const unselected = await post(body, integrator, client);
  expect([unselected.status, unselected.body.word]).toEqual([409, 'select-a-customer']);
  const quote = await integrator.call('POST', `${path}/validate`, { body: pricedOf(cart()), headers: headers() });
  expect([quote.status, quote.body.word]).toEqual([403, 'market-hidden']);
  expect((await post(body, integrator, session.company.id)).status).toBe(201);
});

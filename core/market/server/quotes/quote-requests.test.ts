import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitorRequestsPerDay } from '#core/accounts/common/sign-up.ts';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let tank: number;
beforeAll(async () => {
  app = await rasid();
  tank = (await app.kit.pool.query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-TANK'`)).rows[0].id;
});
afterAll(() => app.close());

const request = (more: object = {}) => ({
  lines: [{ productId: tank, quantity: 40 }],
  name: 'Noura Saeed',
  email: 'noura@example.test',
  phone: '+971501234567',
  company: 'Palm Towers',
  countryId: 233,
  message: 'Delivery in two parts, please.',
  ...more,
});
let visitors = 0;
/** Requests from another address each time, because each is limited per minute; without a token as a visitor. */
async function ask(more: object = {}, token?: string) {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/quote-order',
    payload: request(more),
    remoteAddress: `203.0.113.${++visitors}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: reply.statusCode, body: reply.json() };
}
const mailsTo = async (recipient: string): Promise<{ subject: string; text: string }[]> =>
  (await app.kit.pool.query('SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id', [recipient]))
    .rows;

test('a visitor asks for a quote: the platform gets a mail with all that was entered, the visitor one with the number', async () => {
  const reply = await ask();
  expect([reply.status, reply.body.data.number]).toEqual([200, expect.stringMatching(/^Q-\d+$/)]);
  const { number } = reply.body.data;
  const [toStaff] = (await mailsTo('super@rasid.test')).slice(-1);
  expect(toStaff?.subject).toContain(number);
  for (const part of ['40 × ', 'SAMPLE-TANK', 'noura@example.test', 'Palm Towers', 'two parts'])
    expect(toStaff?.text).toContain(part);
  expect((await mailsTo('noura@example.test')).map(({ subject }) => subject)).toEqual([
    `We have your request ${number}`,
  ]);
});

test('a quote request with a product that is not sold, or with addresses in a name, is refused under its field', async () => {
  const unknown = await ask({ lines: [{ productId: 2_000_000, quantity: 1 }] });
  expect([unknown.status, unknown.body.errors]).toEqual([418, [{ param: 'lines', msg: 'invalid' }]]);
  const linked = await ask({ name: 'www.example.test/win', email: 'x' });
  expect(linked.status).toBe(418);
  expect(linked.body.errors.map(({ param }: { param: string }) => param).sort()).toEqual(['email', 'name']);
});

test('quote requests send at most three mails a day to one address', async () => {
  const address = 'often@example.test';
  await app.kit.pool.query('INSERT INTO mail_count (key, sent) VALUES ($1, 3)', [`quote ${address}`]);
  expect((await ask({ email: address })).status).toBe(200);
  expect(await mailsTo(address)).toEqual([]);
});

test('a mail to the staff carries no links that a visitor has written', async () => {
  const { number } = (await ask({ message: 'Look at https://evil.example/login first', company: 'evil.example' })).body
    .data;
  const [toStaff] = (await mailsTo('super@rasid.test')).slice(-1);
  expect(toStaff?.subject).toContain(number);
  expect(toStaff?.text).toContain('The message contains links. Read it in the market.');
  expect(toStaff?.text).not.toContain('evil.example');
});

test('requests of visitors are still accepted but not mailed once all visitors together have reached the daily limit', async () => {
  await app.kit.pool.query(
    "INSERT INTO mail_count (key, sent) VALUES ('requests of visitors', $1) ON CONFLICT (day, key) DO UPDATE SET sent = excluded.sent",
    [visitorRequestsPerDay],
  );
  const before = (await mailsTo('super@rasid.test')).length;
  for (const email of ['first@example.test', 'second@example.test']) {
    expect((await ask({ email })).status).toBe(200);
    expect(await mailsTo(email)).toEqual([]);
  }
  expect(await mailsTo('super@rasid.test')).toHaveLength(before);
  // A company that is signed in has a separate limit.
  const buyer = await app.signIn('other@rasid.test');
  expect((await ask({}, buyer.token)).status).toBe(200);
  expect(await mailsTo('super@rasid.test')).toHaveLength(before + 1);
  await app.kit.pool.query("DELETE FROM mail_count WHERE key = 'requests of visitors'");
});

test('the Super Admin reads, answers and closes quote requests; nobody else can see them', async () => {
  const { number } = (await ask()).body.data;
  const seller = await app.signIn('super@rasid.test');
  const listed = await seller.call('GET', '/quote-order?state=new');
  const row = listed.body.data.find((one: { number: string }) => one.number === number);
  expect(row).toMatchObject({
    email: 'noura@example.test',
    company: 'Palm Towers',
    account: null,
    country: { id: 233 },
    lines: [{ productId: tank, quantity: 40, name: expect.any(String) }],
  });
  for (const state of ['answered', 'closed'])
    expect((await seller.call('PATCH', `/quote-order/${row.id}`, { body: { state } })).body.data.state).toBe(state);
  expect((await seller.call('PATCH', '/quote-order/2000000', { body: { state: 'closed' } })).status).toBe(404);
  for (const email of ['finance@rasid.test', 'other@rasid.test']) {
    const other = await app.signIn(email);
    expect((await other.call('GET', '/quote-order')).status).toBe(403);
    expect((await other.call('PATCH', `/quote-order/${row.id}`, { body: { state: 'new' } })).status).toBe(403);
  }
});

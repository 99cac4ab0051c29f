import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { marketHidden } from '#platform/common/company-kinds.ts';

let app: Rasid;
let ids: Record<string, number>;
beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query(
    "SELECT split_part(split_part(email, '@', 2), '.', 1) AS key, id FROM company",
  );
  ids = Object.fromEntries(rows.map(({ key, id }) => [key, id]));
});
afterAll(() => app.close());

const session = async (person: TestPerson, headers: Record<string, string> = {}) =>
  (await person.call('GET', '/session', { headers })).body.data;
const acting = (company: string) => ({ 'customer-id': String(ids[company]) });
const contract = (change: string) =>
  app.kit.pool.query(
    `UPDATE company_relation SET ${change} WHERE provider_id = ${ids.najm} AND client_id = ${ids.reem}`,
  );

test('a customer acts for their own company and cannot select another', async () => {
  const customer = await app.signIn('customer@rasid.test');
  expect((await session(customer)).company.id).toBe(ids.reem);
  expect((await session(customer, acting('reem'))).company.id).toBe(ids.reem);
  for (const company of ['wadi', 'qasr', 'najm']) {
    const reply = await customer.call('GET', '/session', { headers: acting(company) });
    expect([reply.status, reply.body.word]).toEqual([403, 'customer-not-allowed']);
  }
});

test('an integrator sees its clients and acts for the one that it selects', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  const alone = await session(integrator);
  expect(alone.session.actingFor).toBe(ids.najm);
  expect(alone.customers.map(({ id }: { id: number }) => id).sort()).toEqual([ids.reem, ids.wadi].sort());
  expect((await session(integrator, acting('wadi'))).company.id).toBe(ids.wadi);
  expect((await session(integrator, { 'on-behalf-of': String(ids.reem) })).company.id).toBe(ids.reem);
  for (const id of [ids.qasr, 999_999, 'x', '1; DROP', '-1']) {
    expect((await integrator.call('GET', '/session', { headers: { 'customer-id': String(id) } })).status).toBe(403);
  }
  const torn = await integrator.call('GET', '/session', {
    headers: { 'customer-id': String(ids.reem), 'on-behalf-of': String(ids.wadi) },
  });
  expect(torn.status).toBe(403);
});

test('a session shows the providers of its company with running contracts, and has no market if one is an integrator', async () => {
  const customer = await app.signIn('customer@rasid.test');
  const najm = { id: ids.najm, name: 'Najm Integration', type: 'Integrator' };
  const before = (await session(customer)).company;
  expect([before.providers, marketHidden(before)]).toEqual([[najm], true]);
  await contract("contract_status = 'Inactive'");
  const suspended = (await session(customer)).company;
  expect([suspended.providers, marketHidden(suspended)]).toEqual([[], false]);
  await contract("contract_status = 'Active', contract_to = now() - interval '1 day'");
  expect((await session(customer)).company.providers).toEqual([]);
  await contract('contract_to = NULL');
  expect((await session(await app.signIn('super@rasid.test'), acting('reem'))).company.providers).toEqual([najm]);
});

test('a provider that acts for its client does not see the client’s other providers', async () => {
  await app.kit.pool.query("INSERT INTO company_relation (provider_id, client_id, status) VALUES ($1, $2, 'engaged')", [
    ids.gulfcare,
    ids.reem,
  ]);
  const sessionProviders = async (who: string) =>
    (await session(await app.signIn(`${who}@rasid.test`), acting('reem'))).company.providers.map(
      ({ id }: { id: number }) => id,
    );
  expect(await sessionProviders('integrator')).toEqual([ids.najm]);
  expect(await sessionProviders('fmc')).toEqual([ids.gulfcare]);
  expect(marketHidden((await session(await app.signIn('fmc@rasid.test'), acting('reem'))).company)).toBe(false);
  expect(await sessionProviders('customer')).toEqual([ids.gulfcare, ids.najm]);
  await app.kit.pool.query("UPDATE company_relation SET status = 'disengaged' WHERE provider_id = $1", [ids.gulfcare]);
});

test('a security company acts for itself: it is offered no customer and cannot select one', async () => {
  const type = (next: string) => app.kit.pool.query('UPDATE company SET type = $1 WHERE id = $2', [next, ids.najm]);
  await type('Security Company');
  const guard = await app.signIn('integrator@rasid.test');
  expect((await session(guard)).customers).toEqual([]);
  expect((await guard.call('GET', '/session', { headers: acting('reem') })).body.word).toBe('customer-not-allowed');
  await type('Integrator');
});

test.each([
  "contract_status = 'Inactive'",
  "contract_to = now() - interval '1 second'",
  "contract_from = now() + interval '1 day'",
  "status = 'disengaged'",
])('a provider cannot act for the client with %s', async (change) => {
  const integrator = await app.signIn('integrator@rasid.test');
  await contract(change);
  expect((await integrator.call('GET', '/session', { headers: acting('reem') })).status).toBe(403);
  expect((await integrator.call('GET', `/company/${ids.reem}/user`)).status).toBe(404);
  expect((await integrator.call('GET', `/company/${ids.reem}/structure`)).status).toBe(404);
  await contract("status = 'engaged', contract_status = 'Active', contract_from = NULL, contract_to = NULL");
  expect((await integrator.call('GET', '/session', { headers: acting('reem') })).status).toBe(200);
});

test('a contract that names abilities gives these and no others, and only for its client', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  await contract("contract_abilities = '{structure.structure.read}'");
  const path = `/company/${ids.reem}/structure`;
  const headers = acting('reem');
  expect((await integrator.call('GET', path, { headers })).body.totalRecords).toBe(7);
  expect((await integrator.call('POST', path, { headers, body: { name: 'Annex', countryId: 233 } })).status).toBe(403);
  expect((await integrator.call('GET', `/company/${ids.reem}/area`, { headers })).status).toBe(403);
  expect((await session(integrator, headers)).session.user.isAdmin).toBe(false);
  expect((await integrator.call('GET', path)).status).toBe(404);
  await contract('contract_abilities = NULL');
});

test('a platform administrator sees all companies and may select any', async () => {
  const admin = await app.signIn('super@rasid.test');
  const alone = await session(admin);
  expect(alone.session.actingFor).toBeNull();
  expect((await admin.call('GET', '/company')).body.totalRecords).toBe(13);
  expect((await session(admin, acting('qasr'))).company.name).toBe('Qasr Retail');
  expect((await admin.call('GET', '/session', { headers: { 'customer-id': '999999' } })).status).toBe(403);
});

test('for a customer no other company than its provider exists', async () => {
  const customer = await app.signIn('customer@rasid.test');
  expect((await customer.call('GET', '/company')).body.data.map(({ id }: { id: number }) => id)).toEqual([
    ids.reem,
    ids.najm,
  ]);
  expect((await customer.call('GET', `/company/${ids.reem}`)).status).toBe(200);
  for (const path of [`/company/${ids.qasr}`, `/company/${ids.qasr}/user`, `/company/${ids.najm}/user`])
    expect((await customer.call('GET', path)).status).toBe(404);
  const stranger = (await (await app.signIn('other@rasid.test')).call('GET', '/session')).body.data.user.id;
  expect((await customer.call('GET', `/user/${stranger}/info`)).status).toBe(404);
  expect((await customer.call('PATCH', `/user/${stranger}/update`, { body: { firstName: 'X' } })).status).toBe(403);
});

test('the company list is searched in both scripts', async () => {
  const admin = await app.signIn('super@rasid.test');
  const found = async (search: string) =>
    (await admin.call('GET', `/company?search=${encodeURIComponent(search)}`)).body.data.map(
      ({ id }: { id: number }) => id,
    );
  expect(await found('مجموعه الوادى')).toEqual([ids.wadi]);
  expect(await found('QASR')).toEqual([ids.qasr]);
  expect(await found('100%')).toEqual([]);
});

import { expect, test } from 'vitest';
import { admin, app, customer, ids, integrator, withCompanies } from '#main/testing/test-companies.ts';
import type { Customer, Dashboard } from '../common/customer.ts';

withCompanies();

const list = async (query = '', who = integrator) => {
  const reply = await who.call('GET', `/management/customer?${query}`);
  return { rows: reply.body.data as Customer[], total: reply.body.totalRecords as number };
};
const dashboard = async (who = integrator): Promise<Dashboard> =>
  (await who.call('GET', '/management/dashboard')).body.data;
const namesOf = (rows: readonly Customer[]) => rows.map(({ name }) => name);

test('an integrator reads its customers with the numbers of what needs attention', async () => {
  const { rows, total } = await list();
  expect(rows.map(({ id }) => id).sort()).toEqual([ids.reem, ids.wadi].sort());
  expect(total).toBe(2);
  const before = rows.find(({ id }) => id === ids.reem) as Customer;
  const ticket = { subject: 'x', category: 'other', text: 'x' };
  expect((await customer.call('POST', '/support/ticket', { body: ticket })).status).toBe(201);
  const product = (await app.kit.pool.query("SELECT id FROM market_product WHERE sku = 'SAMPLE-TANK'")).rows[0].id;
  const request = { lines: [{ productId: product, qty: 1 }] };
  expect((await customer.call('POST', '/device-request', { body: request })).status).toBe(201);
  const { rows: after } = await list();
  expect(after.find(({ id }) => id === ids.reem)).toMatchObject({
    requests: before.requests + 1,
    tickets: before.tickets + 1,
    contractRuns: true,
    type: 'Customer',
  });
});

test('customers are searched, sorted by their numbers, paged, and filtered by kind', async () => {
  expect(namesOf((await list('search=reem')).rows)).toEqual(['Reem Residences']);
  const [most] = (await list('sort[devices]=desc')).rows;
  const [least] = (await list('sort[devices]=asc')).rows;
  expect(most?.devices).toBeGreaterThanOrEqual(least?.devices ?? 0);
  expect((await list('limit=1&skip=1')).rows).toHaveLength(1);
  expect((await list('type=FMC')).rows).toEqual([]);
});

test('the customer with the worst alarms comes first, then the one with more that needs attention', async () => {
  const raise = (companyId: number, severity: string) =>
    app.kit.pool.query(
      `INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
       VALUES ($1, 'sample', 'operational', 'tried-' || gen_random_uuid(), $2, 'thing', 1, 'Thing', now(), now())`,
      [companyId, severity],
    );
  await app.kit.pool.query('DELETE FROM alarm');
  for (const severity of ['poor', 'poor', 'ok']) await raise(ids.reem, severity);
  expect(namesOf((await list()).rows)[0]).toBe('Reem Residences');
  await raise(ids.wadi, 'problem');
  const { rows } = await list();
  expect(rows.map(({ id, alarms, critical }) => [id, alarms, critical])).toEqual([
    [ids.wadi, 1, 1],
    [ids.reem, 3, 0],
  ]);
  expect((await list('sort[alarms]=desc')).rows[0]).toMatchObject({ id: ids.reem });
});

test('the numbers of the dashboard are the sums of its lists', async () => {
  const { rows } = await list();
  const sums = await dashboard();
  const sum = (of: (row: Customer) => number | null) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);
  expect(sums.customers).toEqual([{ type: 'Customer', count: rows.length }]);
  expect([sums.requests, sums.tickets.open]).toEqual([sum(({ requests }) => requests), sum(({ tickets }) => tickets)]);
  expect(sums.devices.offline).toBe(sum(({ offline }) => offline));
  expect(sums.expiring.days30).toBe(sum(({ expiring }) => expiring));
  expect(sums.activations).toHaveLength(12);
});

test('devices are not counted for a customer whose contract names abilities', async () => {
  await app.kit.pool.query('UPDATE company_relation SET contract_abilities = $1 WHERE client_id = $2', [
    ['company.ticket.read'],
    ids.wadi,
  ]);
  const { rows } = await list();
  expect(rows.find(({ id }) => id === ids.wadi)).toMatchObject({
    alarms: null,
    devices: null,
    offline: null,
    expiring: null,
  });
  expect(rows.find(({ id }) => id === ids.reem)?.devices).toBeTypeOf('number');
});

test('forty customers are in one list with their total', async () => {
  await app.kit.pool.query(
    `WITH made AS (INSERT INTO company (name, email, type) SELECT 'Forty ' || n, 'c' || n || '@forty.test', 'Customer' FROM generate_series(1, 40) n RETURNING id)
     INSERT INTO company_relation (provider_id, client_id, status, contract_from) SELECT $1, id, 'engaged', now() FROM made`,
    [ids.najm],
  );
  const forty = await integrator.call('GET', '/management/customer?search=forty&limit=50');
  expect([forty.body.data.length, forty.body.totalRecords]).toEqual([40, 40]);
});

test('a company that serves nobody has no customers, and the platform has all', async () => {
  expect(await list('', customer)).toEqual({ rows: [], total: 0 });
  expect(await dashboard(customer)).toMatchObject({ customers: [] });
  expect((await list('', admin)).rows.length).toBeGreaterThan(2);
});

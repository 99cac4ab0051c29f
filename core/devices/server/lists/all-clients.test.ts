import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let ids: Record<string, number>;
const emails = { reem: 'customer', wadi: 'wadi', qasr: 'other', gulfcare: 'fmc', najm: 'integrator' };

beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query('SELECT split_part(email, $1, 1) AS name, company_id FROM users', ['@']);
  const byName = new Map(rows.map((row) => [row.name, row.company_id]));
  ids = Object.fromEntries(Object.entries(emails).map(([key, name]) => [key, byName.get(name)]));
  // Two clients without conditions and one whose contract is limited to some abilities.
  await app.kit.pool.query(
    `DELETE FROM company_relation WHERE provider_id = ${ids.gulfcare} AND status IN ('pending', 'engaged')`,
  );
  await app.kit.pool.query(
    `INSERT INTO company_relation (provider_id, client_id, status, contract_abilities)
     VALUES (${ids.gulfcare}, ${ids.reem}, 'engaged', NULL), (${ids.gulfcare}, ${ids.wadi}, 'engaged', NULL),
            (${ids.gulfcare}, ${ids.qasr}, 'engaged', '{sample.device.read}')`,
  );
});
afterAll(() => app.close());

type Row = { id: number; companyId: number; company: { id: number; name: string } };
const onBehalfOf = (companyId: number | undefined) => ({ headers: { 'customer-id': String(companyId) } });
const list = async (person: TestPerson, selected?: number): Promise<Row[]> =>
  (await person.call('GET', '/sample/device?limit=100', selected ? onBehalfOf(selected) : {})).body.data;
const companies = (rows: Row[]) => [...new Set(rows.map((row) => row.companyId))].sort((a, b) => a - b);
const sorted = (...of: (number | undefined)[]) => of.map(Number).sort((a, b) => a - b);

describe.each(['FMC', 'AMC', 'Operator', 'Authority'])('a company of the type %s', (type) => {
  test('lists the devices of all its clients with their company, whichever client is selected', async () => {
    await app.kit.pool.query('UPDATE company SET type = $1 WHERE id = $2', [type, ids.gulfcare]);
    const fmc = await app.signIn('fmc@rasid.test');
    for (const selected of [undefined, ids.reem, ids.wadi])
      expect(companies(await list(fmc, selected))).toEqual(sorted(ids.reem, ids.wadi));
    const row = (await list(fmc, ids.reem)).find((row) => row.companyId === ids.wadi);
    expect(row?.company).toEqual({ id: ids.wadi, name: 'مجموعة الوادي للضيافة' });
  });
});

test('the device list of an Integrator shows the selected customer only', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  expect(companies(await list(integrator, ids.reem))).toEqual(sorted(ids.reem));
});

test('a client whose contract is limited to some abilities is in the list only while it is selected', async () => {
  const fmc = await app.signIn('fmc@rasid.test');
  expect(companies(await list(fmc, ids.qasr))).toEqual(sorted(ids.reem, ids.wadi, ids.qasr));
  expect(companies(await list(fmc, ids.reem))).not.toContain(ids.qasr);
});

test('the device list filters by customer, and the counts of solutions match it', async () => {
  const fmc = await app.signIn('fmc@rasid.test');
  const reply = await fmc.call('GET', `/sample/device?companyId=${ids.wadi}&limit=100`, onBehalfOf(ids.reem));
  expect(companies(reply.body.data)).toEqual(sorted(ids.wadi));
  const counts = (await fmc.call('GET', '/sample/user-solutions', onBehalfOf(ids.reem))).body.data;
  const all = (await fmc.call('GET', '/sample/device', onBehalfOf(ids.reem))).body.totalRecords;
  expect(counts.reduce((sum: number, count: { devices: number }) => sum + count.devices, 0)).toBe(all);
  expect((await fmc.call('GET', '/sample/device/metadata', onBehalfOf(ids.reem))).body.data.devices).toBe(all);
});

test('a device of a client that is not selected can be read but not changed', async () => {
  const fmc = await app.signIn('fmc@rasid.test');
  const otherClientDevice = (await list(fmc, ids.reem)).find((row) => row.companyId === ids.wadi)?.id;
  const status = async (selected: number | undefined, method: 'GET' | 'PATCH', path: string, body?: object) =>
    (await fmc.call(method, `/sample/device/${otherClientDevice}${path}`, { ...onBehalfOf(selected), body })).status;
  expect([await status(ids.reem, 'GET', ''), await status(ids.reem, 'GET', '/log')]).toEqual([200, 200]);
  expect(await status(ids.reem, 'PATCH', '', { name: 'Mine' })).toBe(404);
  expect(await status(ids.wadi, 'PATCH', '', { name: 'Mine' })).toBe(200);
  const foreign = await app.kit.pool.query('SELECT id FROM device WHERE company_id = $1 LIMIT 1', [ids.qasr]);
  const path = `/sample/device/${foreign.rows[0].id}`;
  expect((await fmc.call('GET', path, onBehalfOf(ids.reem))).status).toBe(404);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

const path = '/lorawan-gateway';
const create = (body: object) =>
  customer.call('POST', path, { body: { name: 'Roof', eui: '0016C001F1500812', ...body } });

test('a LoRaWAN gateway can be created, found by its EUI, updated and deleted', async () => {
  const created = (await create({})).body.data;
  expect((await customer.call('GET', `${path}?search=c001f1`)).body.data).toMatchObject([{ id: created.id }]);
  expect(
    (await customer.call('PATCH', `${path}/${created.id}`, { body: { model: 'Kerlink' } })).body.data,
  ).toMatchObject({
    model: 'Kerlink',
    name: 'Roof',
  });
  expect((await customer.call('DELETE', `${path}/${created.id}`)).status).toBe(204);
});

test('two companies can enter LoRaWAN gateways with the same EUI', async () => {
  const eui = '0016C001F1500333';
  const other = await app.signIn('other@rasid.test');
  expect((await other.call('POST', path, { body: { name: 'Theirs', eui } })).status).toBe(201);
  expect((await create({ eui })).status).toBe(201);
});

test('an EUI has sixteen upper-case hex digits and is unique within a company', async () => {
  expect((await create({ eui: '0016c001f1500812' })).body.errors).toEqual([{ param: 'eui', msg: 'invalidEui' }]);
  expect((await create({})).status).toBe(201);
  expect((await create({})).body.errors).toEqual([{ param: 'eui', msg: 'taken' }]);
});

test('a LoRaWAN gateway is refused in a structure of another company', async () => {
  const foreign = await app.kit.pool.query(
    "SELECT s.id FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = 'other@rasid.test' LIMIT 1",
  );
  expect((await create({ eui: '0016C001F1500999', structureId: foreign.rows[0].id })).body.word).toBe(
    'place-not-found',
  );
});

test('a LoRaWAN gateway has a location, a named structure and a status', async () => {
  const home = await app.kit.pool.query(
    "SELECT s.id, s.name FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = 'customer@rasid.test' ORDER BY s.id LIMIT 1",
  );
  const location = { lat: 25.08, lng: 55.14 };
  const body = { eui: '0016C001F1500777', structureId: home.rows[0].id, location };
  const { id, ...created } = (await create(body)).body.data;
  expect(created).toMatchObject({ status: 'in-service', location, structure: home.rows[0] });
  await customer.call('PATCH', `${path}/${id}`, { body: { status: 'in-repair', location: null } });
  expect((await customer.call('GET', `${path}?status=in-repair`)).body.data).toMatchObject([{ id, location: null }]);
});

test('the meta call returns the apps and constants of the installation', async () => {
  const { data } = (await customer.call('GET', '/meta')).body;
  expect(data).toMatchObject({
    defaultCountryId: 233,
    batteryProblemPercent: 20,
    pageSizes: { initial: 25, options: [5, 10, 15, 25, 50] },
  });
  expect(data.apps.find((manifest: { id: string }) => manifest.id === 'sample')).toMatchObject({
    brand: 'Sample',
    api: '/sample',
  });
});

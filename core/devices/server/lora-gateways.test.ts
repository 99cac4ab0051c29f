import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

const path = '/lorawan-gateway';
const create = (body: object) =>
  customer.call('POST', path, { body: { name: 'Roof', eui: '0016C001F1500812', ...body } });

test('a gateway is made, found by its EUI, changed and removed', async () => {
  const made = (await create({})).body.data;
  expect((await customer.call('GET', `${path}?search=c001f1`)).body.data).toMatchObject([{ id: made.id }]);
  expect((await customer.call('PATCH', `${path}/${made.id}`, { body: { model: 'Kerlink' } })).body.data).toMatchObject({
    model: 'Kerlink',
    name: 'Roof',
  });
  expect((await customer.call('DELETE', `${path}/${made.id}`)).status).toBe(204);
});

test('an EUI that one company has entered tells another one nothing, and is free for it', async () => {
  const eui = '0016C001F1500333';
  const other = await app.signIn('other@rasid.test');
  expect((await other.call('POST', path, { body: { name: 'Theirs', eui } })).status).toBe(201);
  expect((await create({ eui })).status).toBe(201);
});

test('an EUI has sixteen upper-case hex digits and belongs to one gateway of a company', async () => {
  expect((await create({ eui: '0016c001f1500812' })).body.errors).toEqual([{ param: 'eui', msg: 'invalidEui' }]);
  expect((await create({})).status).toBe(201);
  expect((await create({})).body.errors).toEqual([{ param: 'eui', msg: 'taken' }]);
});

test('it hangs only in a structure of its company', async () => {
  const foreign = await app.kit.pool.query(
    "SELECT s.id FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = 'other@rasid.test' LIMIT 1",
  );
  expect((await create({ eui: '0016C001F1500999', structureId: foreign.rows[0].id })).body.word).toBe(
    'place-not-found',
  );
});

test('it has a place on the map, a structure with its name, and the state that the company gives it', async () => {
  const home = await app.kit.pool.query(
    "SELECT s.id, s.name FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = 'customer@rasid.test' ORDER BY s.id LIMIT 1",
  );
  const location = { lat: 25.08, lng: 55.14 };
  const body = { eui: '0016C001F1500777', structureId: home.rows[0].id, location };
  const { id, ...made } = (await create(body)).body.data;
  expect(made).toMatchObject({ status: 'in-service', location, structure: home.rows[0] });
  await customer.call('PATCH', `${path}/${id}`, { body: { status: 'in-repair', location: null } });
  expect((await customer.call('GET', `${path}?status=in-repair`)).body.data).toMatchObject([{ id, location: null }]);
});

test('meta names the apps, company types and constants of the installation', async () => {
  const { data } = (await customer.call('GET', '/meta')).body;
  expect(data).toMatchObject({
    defaultCountryId: 233,
    batteryProblemPercent: 20,
    pageSizes: { initial: 25, options: [5, 10, 15, 25, 50] },
  });
  expect(data.apps.find((one: { id: string }) => one.id === 'sample')).toMatchObject({
    brand: 'Sample',
    api: '/sample',
  });
});

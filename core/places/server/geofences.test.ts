import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let integrator: TestPerson;
let client: number;

beforeAll(async () => {
  app = await rasid();
  [customer, integrator] = [await app.signIn('customer@rasid.test'), await app.signIn('integrator@rasid.test')];
  client = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const onBehalfOfClient = () => ({ 'customer-id': String(client) });
const shape = { kind: 'circle', center: { lat: 25, lng: 55 }, radius: 50 };
const kinds = [
  ['geofence', '/geofence', { name: 'Yard', description: '', shape }],
  ['gateway', '/lorawan-gateway', { name: 'Roof', eui: '0016C001F1509901' }],
] as const;

test.each(kinds)(
  'a client’s %s can be changed by its provider only while that client is selected',
  async (_, path, body) => {
    const { id } = (await customer.call('POST', path, { body })).body.data;
    const change = (headers: Record<string, string> = {}) =>
      integrator.call('PATCH', `${path}/${id}`, { body: { name: 'Changed' }, headers });
    const remove = (headers: Record<string, string> = {}) => integrator.call('DELETE', `${path}/${id}`, { headers });
    expect((await integrator.call('GET', `${path}/${id}`)).status).toBe(200);
    expect([(await change()).body.word, (await remove()).body.word]).toEqual([
      'select-a-customer',
      'select-a-customer',
    ]);
    expect((await change(onBehalfOfClient())).body.data.name).toBe('Changed');
    expect((await remove(onBehalfOfClient())).status).toBe(204);
  },
);

test.each(kinds)('a provider can filter the %s list by company', async (_, path, body) => {
  const { id } = (await customer.call('POST', path, { body })).body.data;
  const own = (await integrator.call('GET', '/session')).body.data.company.id;
  const ids = async (companyId: number) =>
    (await integrator.call('GET', `${path}?companyId=${companyId}&limit=100`)).body.data.map(
      (row: { id: number }) => row.id,
    );
  expect(await ids(client)).toContain(id);
  expect(await ids(own)).not.toContain(id);
});

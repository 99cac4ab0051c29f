import { expect, test } from 'vitest';
import { app, customer, ids, withCompanies } from '#main/testing/test-companies.ts';

withCompanies();
const api = '/rooms/api';

test('an app serves structures and spaces of the current company at its own addresses', async () => {
  const building = (await customer.call('POST', `${api}/building`, { body: { name: 'Block C', countryId: 233 } })).body
    .data;
  expect(building).toMatchObject({ name: 'Block C', companyId: ids.reem, country: { id: 233 } });
  expect((await customer.call('GET', `${api}/building?search=block c`)).body.data).toMatchObject([{ id: building.id }]);
  const body = { structureId: building.id, name: 'Yard', kind: 'area', capacity: 3 };
  const yard = (await customer.call('POST', `${api}/space`, { body })).body.data;
  expect((await customer.call('PATCH', `${api}/space/${yard.id}`, { body: { code: 'Y-1' } })).body.data).toMatchObject({
    code: 'Y-1',
    capacity: 3,
  });
  const found = await customer.call('GET', `${api}/space?structureId=${building.id}&kind=area`);
  expect(found.body.data).toMatchObject([{ id: yard.id }]);
  expect((await customer.call('DELETE', `${api}/space/${yard.id}`)).status).toBe(204);
  expect((await customer.call('DELETE', `${api}/building/${building.id}`)).status).toBe(204);
});

test('places of another company are not found there', async () => {
  const theirs = (await app.kit.pool.query('SELECT id FROM structure WHERE company_id = $1 LIMIT 1', [ids.qasr]))
    .rows[0];
  expect((await customer.call('GET', `${api}/building/${theirs.id}`)).status).toBe(404);
  const body = { structureId: theirs.id, name: 'Mine' };
  expect((await customer.call('POST', `${api}/space`, { body })).status).toBe(404);
});

import { expect, test } from 'vitest';
import { app, customer, ids, people, withPeople } from '#main/testing/test-people.ts';
import { storeRoleFields } from './role-fields.ts';

withPeople();

test('a role that a person had before it was a role within the app becomes one, once', async () => {
  const viewer = `/company/${ids.reem}/user/${people.viewer}`;
  const fleetRole = async () => (await customer.call('GET', viewer)).body.data.fleetRole;
  await app.kit.pool.query(`INSERT INTO former_fleet_role (user_id, company_id, role) VALUES ($1, $2, 'Driver')`, [
    people.viewer,
    ids.reem,
  ]);
  expect(await fleetRole()).toBeNull();
  await Promise.all([storeRoleFields(app.kit), storeRoleFields(app.kit)]);
  expect(await fleetRole()).toBe('Driver');
  await customer.call('PUT', `${viewer}/role`, { body: { role: 'Viewer', fleetRole: null } });
  await storeRoleFields(app.kit);
  expect(await fleetRole()).toBeNull();
});

test('a role that the app does not have is refused under the name of the field', async () => {
  const path = `/company/${ids.reem}/user/${people.viewer}/role`;
  const { status, body } = await customer.call('PUT', path, { body: { role: 'Viewer', fleetRole: 'King' } });
  expect([status, body.errors]).toEqual([418, [{ param: 'fleetRole', msg: 'invalid' }]]);
});

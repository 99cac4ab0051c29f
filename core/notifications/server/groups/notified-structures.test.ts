import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let own: number;
let foreign: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const structures = await app.kit.pool.query(`
    SELECT min(s.id) FILTER (WHERE s.company_id = u.company_id) AS own, min(s.id) FILTER (WHERE s.company_id <> u.company_id) AS foreign
      FROM structure s, users u WHERE u.email = 'customer@rasid.test'`);
  ({ own, foreign } = structures.rows[0]);
});
afterAll(() => app.close());

const kinds = [
  ['a notification group', '/sample/notifications-group', { name: 'Night' }, 'PATCH'],
  [
    'a mailed report',
    '/notification-scheduler',
    { name: 'Daily', app: 'sample', frequency: 'daily', time: '08:00' },
    'PATCH',
  ],
] as const;

test.each(kinds)('%s can only have structures of its company', async (_kind, path, body, change) => {
  const wrong = [{ param: 'resources', msg: 'invalid' }];
  for (const id of [foreign, 999_999]) {
    const refused = await customer.call('POST', path, { body: { ...body, resources: [id] } });
    expect([refused.status, refused.body.errors]).toEqual([418, wrong]);
  }
  const created = await customer.call('POST', path, { body: { ...body, resources: [own] } });
  expect(created.status).toBe(201);
  const address = `${path}/${created.body.data.id}`;
  const refused = await customer.call(change, address, { body: { resources: [own, foreign] } });
  expect([refused.status, refused.body.errors]).toEqual([418, wrong]);
  expect((await customer.call(change, address, { body: { resources: ['*'] } })).status).toBe(200);
});

test.each(kinds)('%s keeps a structure that was deleted', async (_kind, path, body, change) => {
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const deleted = await app.kit.pool.query(
    "INSERT INTO structure (company_id, name, country_id) VALUES ($1, 'Shed', 233) RETURNING id",
    [company],
  );
  const created = await customer.call('POST', path, {
    body: { ...body, name: 'Shed', resources: [deleted.rows[0].id] },
  });
  expect(created.status).toBe(201);
  await app.kit.pool.query('DELETE FROM structure WHERE id = $1', [deleted.rows[0].id]);
  const changed = await customer.call(change, `${path}/${created.body.data.id}`, {
    body: { name: 'Other', resources: [deleted.rows[0].id] },
  });
  expect([changed.status, changed.body.data.name]).toEqual([200, 'Other']);
});

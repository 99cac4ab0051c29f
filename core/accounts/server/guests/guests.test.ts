import { beforeAll, describe, expect, test } from 'vitest';
import { addGuest, app, customer, ids, type TestGuest, withPeople } from '#main/testing/test-people.ts';

withPeople();
let guest: TestGuest;
beforeAll(async () => {
  guest = await addGuest(app, 'resident@guest.test', ['rooms', 'lodger']);
});

describe('the session of a guest', () => {
  test('has the apps of the guest, no abilities, customers or providers', async () => {
    const { session, customers, company } = (await guest.call('GET', '/session')).body.data;
    const own = (await customer.call('GET', '/session')).body.data;
    expect(session.user).toMatchObject({ kind: 'guest', isAdmin: false, appRoles: { rooms: 'lodger' } });
    expect([session.apps, session.abilities, customers]).toEqual([['rooms'], {}, []]);
    expect(company).toEqual({ ...own.company, providers: [] });
    expect(own.session.user.kind).toBe('staff');
  });

  test('reaches no client of the company whose guest it is', async () => {
    const fmc = await app.signIn('fmc@rasid.test');
    await app.kit.pool.query(
      `INSERT INTO company_relation (provider_id, client_id, status) VALUES ($1, $2, 'engaged')`,
      [ids.gulfcare, ids.reem],
    );
    const { company, customers } = (await fmc.call('GET', '/session')).body.data;
    expect(customers).toHaveLength(1);
    await app.kit.pool.query('UPDATE users SET company_id = $2 WHERE id = $1', [guest.id, company.id]);
    const select = (id: number) => guest.call('GET', '/session', { headers: { 'customer-id': String(id) } });
    expect((await guest.call('GET', '/session')).body.data.customers).toEqual([]);
    expect((await select(customers[0].id)).body.word).toBe('customer-not-allowed');
    expect((await select(company.id)).body.data.customers).toEqual([]);
    await app.kit.pool.query('UPDATE users SET company_id = $2 WHERE id = $1', [guest.id, guest.companyId]);
  });
});

test('a guest changes the own profile, preferences and password', async () => {
  const own = `/user/${guest.id}`;
  const renamed = await guest.call('PATCH', `${own}/update`, { body: { firstName: 'Lina' } });
  expect([renamed.status, renamed.body.data.firstName]).toEqual([200, 'Lina']);
  expect((await guest.call('POST', '/user/parameter?key=first-page', { body: { value: '/rooms' } })).status).toBe(200);
  expect((await guest.call('GET', '/user/session')).body.data).toHaveLength(1);
  expect((await guest.call('GET', '/session-log?event=login')).body.data).toHaveLength(1);
  const { body } = await customer.call('GET', '/session');
  expect((await guest.call('GET', `/user/${body.data.user.id}/info`)).status).toBe(404);
});

test('the database accepts no guest who administers', async () => {
  const promote = app.kit.pool.query(`UPDATE users SET role = 'Admin' WHERE id = $1`, [guest.id]);
  await expect(promote).rejects.toThrow('users_check');
});

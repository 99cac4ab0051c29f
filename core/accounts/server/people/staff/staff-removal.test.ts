import { describe, expect, test } from 'vitest';
import { app, customer, ids, people, withPeople } from '#main/testing/test-people.ts';
import { chosenPassword, personOn, type TestPerson } from '#main/testing.ts';

withPeople();

const path = (name = '') => `/company/${ids.reem}/user${name && `/${people[name]}`}`;
const add = (who: TestPerson, body: object) =>
  who.call('POST', path(), { body: { firstName: 'Amal', lastName: 'Zayed', role: 'Operator', ...body } });
const lastMail = async (email: string) =>
  (
    await app.kit.pool.query('SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
      email,
    ])
  ).rows[0];
const setPassword = async (email: string) =>
  app.anonymous.call('POST', `/auth/set-password/${/token=([\w-]+)/.exec((await lastMail(email)).text)?.[1]}`, {
    body: { password: chosenPassword },
  });

describe('a person who is removed', () => {
  test('cannot sign in any more, is in no list, and leaves the address to others', async () => {
    const { id } = (await add(customer, { email: 'gone@reem.test' })).body.data;
    await setPassword('gone@reem.test');
    const gone = await app.signIn('gone@reem.test', chosenPassword);
    expect((await customer.call('DELETE', `${path()}/${id}`)).status).toBe(204);
    expect((await gone.call('GET', '/session')).status).toBe(401);
    expect((await customer.call('GET', `${path()}/${id}`)).status).toBe(404);
    const { data } = (await customer.call('GET', `${path()}?limit=100`)).body;
    expect(data.map((one: { id: number }) => one.id)).not.toContain(id);
    const login = await app.anonymous.call('POST', '/auth/login', {
      body: { email: 'gone@reem.test', password: chosenPassword },
    });
    expect(login.status).toBe(401);
    const log = await app.kit.pool.query(
      "SELECT user_id FROM access_log WHERE email = 'gone@reem.test' AND event = 'login'",
    );
    expect(log.rows).toEqual([{ user_id: id }]);
    expect((await add(customer, { email: 'gone@reem.test' })).status).toBe(201);
  });

  test('keeps the name in the logs, also as the person who impersonated the owner of a company', async () => {
    const najm = await app.signIn('integrator@rasid.test');
    const staff = `/company/${ids.najm}/user`;
    const person = { email: 'left@najm.test', firstName: 'Gone', lastName: 'Away', role: 'Admin' };
    const { id } = (await najm.call('POST', staff, { body: person })).body.data;
    await setPassword('left@najm.test');
    const theirs = await app.signIn('left@najm.test', chosenPassword);
    const headers = { 'customer-id': String(ids.reem) };
    const company = `/company/${ids.reem}`;
    const { token } = (await theirs.call('POST', '/user/login-as-company-owner', { body: { companyId: ids.reem } }))
      .body.data;
    await personOn(app.http, token).call('PATCH', company, { body: { timeZone: 'Asia/Riyadh' } });
    await theirs.call('PATCH', company, { body: { timeZone: 'Asia/Dubai' }, headers });
    expect((await najm.call('DELETE', `${staff}/${id}`)).status).toBe(204);
    const [own, asOwner] = (await customer.call('GET', `${company}/history`)).body.data;
    expect(own.person).toEqual({ id, name: 'Gone Away', company: 'Najm Integration' });
    expect(asOwner.impersonatedBy).toEqual({ id, name: 'Gone Away', company: 'Najm Integration' });
    const [line] = (await customer.call('GET', `${company}/change-log?kind=company`)).body.data;
    expect(line.person).toEqual(own.person);
  });

  test('leaves the permission groups', async () => {
    const { id } = (await add(customer, { email: 'member@reem.test' })).body.data;
    const group = await customer.call('POST', '/sample/permissions-group', {
      body: { name: 'With them', users: [id] },
    });
    expect(group.body.data.users).toHaveLength(1);
    await customer.call('DELETE', `${path()}/${id}`);
    const after = await customer.call('GET', `/sample/permissions-group/${group.body.data.id}`);
    expect(after.body.data.users).toEqual([]);
    const again = await customer.call('PATCH', `/sample/permissions-group/${group.body.data.id}`, {
      body: { users: [id] },
    });
    expect(again.body.errors).toEqual([{ param: 'users', msg: 'invalid' }]);
  });
});

test('a person to whom records refer is removed, and the records still show the name', async () => {
  await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at, acknowledged_by)
     SELECT company_id, 'sample', 'status', 'tamper', 'ok', id, 901, structure_id, now(), now(), $1 FROM device WHERE company_id = $2 LIMIT 1`,
    [people.operator, ids.reem],
  );
  expect((await customer.call('DELETE', path('operator'))).status).toBe(204);
  const named = await app.kit.pool.query(
    "SELECT person_name(acknowledged_by) AS name FROM alarm WHERE kind = 'tamper'",
  );
  expect(named.rows).toEqual([{ name: 'راشد المنصوري' }]);
});
